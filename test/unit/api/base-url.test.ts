import { expect, test } from "vitest";
import { formatBaseUrl, parseBaseUrl } from "../../../main/api/base-url.ts";

test.each([
  ["https://cdn.example.net", "https://cdn.example.net"],
  ["https://cdn.example.net/", "https://cdn.example.net"],
  [" HTTP://127.0.0.1:8080//gateway// ", "http://127.0.0.1:8080//gateway"],
  ["https://[::1]:8443/x/y", "https://[::1]:8443/x/y"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
])("takes %j", (text, expected) => {
  expect(formatBaseUrl(parseBaseUrl(text))).toBe(expected);
});

test.each([
  "",
  "cdn.example.net",
  "ftp://cdn.example.net",
  "file:///etc/passwd",
  "http://",
  "http:///path",
  "https://user:secret@cdn.example.net",
  "https://cdn.example.net?x=1",
  "https://cdn.example.net/#top",
  "https://cdn.example.net:99999",
  "http://exa mple",
])("refuses %j with a sentence", (text) => {
  let error: unknown;
  try {
    parseBaseUrl(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "invalid-url", message: expect.stringMatching(/^The base address .*\.$/) });
  expect(String(error)).not.toContain("secret");
});
