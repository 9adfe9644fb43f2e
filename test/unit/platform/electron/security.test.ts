import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { secureContents, secureSession } from "../../../../main/platform/electron/security.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

type Handler = (...args: never[]) => unknown;

/** Electron's session, reduced to its permission handlers: each by the name of its setter. */
function openSession(debug = false): (setter: string) => (...args: unknown[]) => unknown {
  const handlers = new Map<string, Handler>();
  const set = (name: string) => (handler: Handler) => void handlers.set(name, handler);
  const session = {
    webRequest: { onBeforeRequest: set("onBeforeRequest") },
    setPermissionRequestHandler: set("setPermissionRequestHandler"),
    setPermissionCheckHandler: set("setPermissionCheckHandler"),
    setDevicePermissionHandler: set("setDevicePermissionHandler"),
    on: (event: string, handler: Handler) => void handlers.set(event, handler),
  };
  secureSession(session as unknown as Parameters<typeof secureSession>[0], createFakeLog(), debug);
  return (setter) => (handlers.get(setter) ?? (() => undefined)) as (...args: unknown[]) => unknown;
}

const ours = "app://fleetdesk/index.html";

test.each([
  ["clipboard-sanitized-write", ours, true, true],
  ["clipboard-sanitized-write", ours, false, false],
  ["clipboard-sanitized-write", "app://fleetdesk.example/", true, false],
  ["clipboard-read", ours, true, false],
  ["geolocation", ours, true, false],
  ["media", ours, true, false],
  ["openExternal", ours, true, false],
])(
  "the permission %s requested by %s (main frame: %j) is granted: %j",
  (permission, requestingUrl, isMainFrame, granted) => {
    const answers: unknown[] = [];
    const answer = (allowed: boolean): void => void answers.push(allowed);
    openSession()("setPermissionRequestHandler")({}, permission, answer, { requestingUrl, isMainFrame });
    expect(answers).toEqual([granted]);
  },
);

test("a permission check allows the same permission and origin", () => {
  const checks = openSession()("setPermissionCheckHandler");
  expect([
    checks(null, "clipboard-sanitized-write", "app://fleetdesk/"),
    checks(null, "clipboard-sanitized-write", "https://example.com/"),
    checks(null, "media", "app://fleetdesk/"),
  ]).toEqual([true, false, false]);
});

test("no device is granted and nothing is downloaded", () => {
  const handler = openSession();
  let prevented = false;
  handler("will-download")({ preventDefault: () => (prevented = true) });
  expect([handler("setDevicePermissionHandler")({}), prevented]).toEqual([false, true]);
});

test("only requests for the app's own files leave the page", () => {
  const cancels = (url: string, debug?: boolean): unknown => {
    const answers: unknown[] = [];
    openSession(debug)("onBeforeRequest")({ url }, (answer: unknown) => answers.push(answer));
    return answers;
  };
  expect([cancels(ours), cancels("https://example.com/"), cancels("devtools://devtools/"), cancels("nothing")]).toEqual(
    [[{ cancel: false }], [{ cancel: true }], [{ cancel: true }], [{ cancel: true }]],
  );
  expect(cancels("devtools://devtools/", true)).toEqual([{ cancel: false }]);
});

test("every page stays at its address, embeds nothing and opens no window", () => {
  const app = new EventEmitter();
  secureContents(app as unknown as Parameters<typeof secureContents>[0], createFakeLog());
  let open: (() => unknown) | undefined;
  const policies: string[] = [];
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: () => unknown) => (open = handler),
    setWebRTCIPHandlingPolicy: (policy: string) => policies.push(policy),
  });
  app.emit("web-contents-created", {}, contents);
  const events = ["will-navigate", "will-frame-navigate", "will-redirect", "will-attach-webview"];
  const preventedEvents = events.filter((name) => {
    let prevented = false;
    contents.emit(name, { preventDefault: () => (prevented = true) });
    return prevented;
  });
  expect([preventedEvents, open?.(), policies]).toEqual([events, { action: "deny" }, ["disable_non_proxied_udp"]]);
});
