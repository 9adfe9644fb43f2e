import { join, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findAsset, securityHeaders } from "../../../../main/platform/electron/assets.ts";
import { isAppUrl, mayRequest } from "../../../../main/platform/electron/security.ts";

const root = join(sep, "app", "renderer");
const find = (path: string): ReturnType<typeof findAsset> => findAsset(root, `app://fleetdesk${path}`);

test("the bare address serves the page", () => {
  expect(find("/")).toEqual({ file: join(root, "index.html"), contentType: "text/html; charset=utf-8" });
});

test.each([
  ["/assets/main-abc.js", "text/javascript; charset=utf-8"],
  ["/assets/main.css?v=1#x", "text/css; charset=utf-8"],
  ["/assets/inter%20latin.woff2", "font/woff2"],
  ["/icon.svg", "image/svg+xml"],
])("%s has its content type", (path, contentType) => {
  expect(find(path)?.contentType).toBe(contentType);
});

test.each([
  "/../index.js",
  "/%2e%2e/index.js",
  "/..%2findex.js",
  "/..%5cindex.js",
  "/assets/%2e%2e/%2e%2e/index.js",
  "/a%00.js",
  "/C:/windows/a.js",
  "/a.js::$DATA.js",
  "/%",
  "/main.ts",
  "/a",
  "/.js/",
])("%s is not served", (path) => {
  const { file } = find(path) ?? {};
  expect(file === undefined || file.startsWith(root + sep)).toBe(true);
  expect(file).not.toBe(join(sep, "app", "index.js"));
});

test.each(["/..%2findex.js", "/..%5cindex.js", "/a%00.js", "/C:/windows/a.js", "/%", "/main.ts", "/a"])(
  "%s gets no response",
  (path) => {
    expect(find(path)).toBeUndefined();
  },
);

test("no path leaves the bundle", () => {
  const piece = fc.constantFrom("..", ".", "a", "%2e%2e", "%2E.", "%2f", "%5c", "\\", "b.js", "", "~", "%25");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { file } = find(`/${pieces.join("/")}`) ?? {};
      expect(file === undefined || file.startsWith(root + sep)).toBe(true);
    }),
  );
});

test.each([
  "app://fleetdesk.example/",
  "app://fleetdeskx/",
  "app://x@fleetdesk.example/",
  "app://fleetdesk:1/",
  "https://fleetdesk/",
  "apps://fleetdesk/",
  "file:///fleetdesk/",
  "app:fleetdesk",
  "nothing",
  "",
])("%s is not the app's page", (url) => {
  expect(isAppUrl(url)).toBe(false);
  expect(findAsset(root, url)).toBeUndefined();
});

test("scripts come from the bundle only", () => {
  const policy = securityHeaders["Content-Security-Policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*|https?:/);
});

test.each([
  ["app://fleetdesk/assets/a.js", false, true],
  ["data:image/png;base64,AA", false, true],
  ["app://fleetdesk.example/", false, false],
  ["https://example.com/", false, false],
  ["http://127.0.0.1/", false, false],
  ["ws://example.com/", false, false],
  ["file:///etc/passwd", false, false],
  ["devtools://devtools/bundled/inspector.html", false, false],
  ["devtools://devtools/bundled/inspector.html", true, true],
  ["https://example.com/", true, false],
])("a page may request %s (debug: %j): %j", (url, debug, expected) => {
  expect(mayRequest(url, debug)).toBe(expected);
});
