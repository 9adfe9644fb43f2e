import { expect, test } from "vitest";
import { judgeLink } from "../../../main/electron/external-links.ts";

test("a host of our own texts is opened", () => {
  const url = "https://docs.emnify.com/developers";
  expect(judgeLink(url)).toEqual({ verdict: "open", url, host: "docs.emnify.com" });
});

test.each([
  ["https://example.com/a", "example.com"],
  ["https://docs.emnify.com.example.com/", "docs.emnify.com.example.com"],
  ["https://docs.emnify.com:8443/", "docs.emnify.com:8443"],
  ["https://sub.docs.emnify.com/", "sub.docs.emnify.com"],
  // What looks like another alphabet's letters is shown as what it is.
  ["https://ехample.com/", "xn--ample-3veb.com"],
])("%s is asked about, by the name of its host", (link, host) => {
  const judged = judgeLink(link);
  expect(judged).toMatchObject({ verdict: "ask" });
  expect("host" in judged && new URL(judged.url).host === judged.host).toBe(true);
  if (!link.includes("х")) expect(judged).toMatchObject({ host });
});

test.each([
  "http://docs.emnify.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "smb://host/share",
  "ms-settings:",
  "https://docs.emnify.com@example.com/",
  "https://user:password@docs.emnify.com/",
  "//docs.emnify.com/",
  "docs.emnify.com",
  "",
])("%s is refused", (link) => {
  expect(judgeLink(link)).toMatchObject({ verdict: "refuse" });
});
