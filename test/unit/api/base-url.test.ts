import { expect, test } from "vitest";
import { formatBaseUrl, parseBaseUrl, requireEncryption } from "../../../main/api/base-url.ts";

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
  ["http://127.0.0.1:1", true],
  ["http://127.1", true],
  ["http://localhost", true],
  ["http://[::1]:8080", true],
  ["https://cdn.example.net", true],
  ["http://127.0.0.1.evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://10.0.0.1", false],
  ["http://cdn.example.net", false],
])("a secret may travel to %s unasked: %s", (text, allowed) => {
  const check = (): void => requireEncryption(parseBaseUrl(text));
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: "not-encrypted", details: { field: "baseUrl" } }));
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
