import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { formatBaseUrl, parseBaseUrl, requireEncryption } from "../../../../main/core/api/base-url.ts";

test.each([
  ["https://cdn.example.net", "https://cdn.example.net"],
  ["https://cdn.example.net/", "https://cdn.example.net"],
  [" HTTP://127.0.0.1:8080//gateway// ", "http://127.0.0.1:8080//gateway"],
  ["https://[::1]:8443/x/y", "https://[::1]:8443/x/y"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
])("accepts %j", (text, expected) => {
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
])("allows a secret to be sent to %s without confirmation: %s", (text, allowed) => {
  const check = (): void => requireEncryption(parseBaseUrl(text));
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: "not-encrypted", details: { field: "baseUrl" } }));
});

test.each([
  ["", "base-url-no-host"],
  ["cdn.example.net", "base-url-no-host"],
  ["ftp://cdn.example.net", "base-url-no-host"],
  ["file:///etc/passwd", "base-url-no-host"],
  ["http://", "base-url-no-host"],
  ["http:///path", "base-url-no-host"],
  ["https://user:secret@cdn.example.net", "base-url-with-credentials"],
  ["https://cdn.example.net?x=1", "base-url-with-query"],
  ["https://cdn.example.net/#top", "base-url-with-query"],
  ["https://cdn.example.net:99999", "base-url-invalid"],
  ["http://exa mple", "base-url-invalid"],
] as const)("rejects %j as %s", (text, reason) => {
  let error: unknown;
  try {
    parseBaseUrl(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "invalid-url", text: codedText(reason) });
  expect(String(error)).not.toContain("secret");
});
