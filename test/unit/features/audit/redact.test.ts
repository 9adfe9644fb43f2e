import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  plainAddress,
  plainPath,
  plainTarget,
  plainText,
  plainValues,
  plainCodedText,
  redactedValue,
} from "../../../../main/features/audit/redact.ts";

test("records the words and ids of a path, never its query", () => {
  expect(plainPath("/api/v1/endpoint/70001/quota/data?token=abc")).toBe("/api/v1/endpoint/70001/quota/data");
  expect(plainPath("/api/v1/endpoint/s3cr3t-word/sms#x")).toBe("/api/v1/endpoint/…/sms");
});

test("records scheme, host and port of an address", () => {
  expect(plainAddress("https://user:word@host.example:8443/in/abc?key=1#x")).toBe("https://host.example:8443/…");
  expect(plainAddress("https://host.example/")).toBe("https://host.example");
  expect(plainAddress("no address")).toBe(redactedValue);
});

test("records the values of listed fields, and only the presence of all others", () => {
  expect(
    plainValues({
      volume: 5,
      dns: { id: 4, secret: "hidden" },
      url: "https://a.example/hidden",
      purpose: "Send to https://u:p@a.example/x",
      callback_secret: "hidden",
      "hidden name": 1,
      missing: undefined,
    }),
  ).toEqual({
    volume: 5,
    dns: { id: 4, secret: redactedValue },
    url: "https://a.example/…",
    purpose: "Send to https://a.example/…",
    callback_secret: redactedValue,
    "(field)": redactedValue,
  });
});

test("records a target that is a number, a UUID or a short name", () => {
  expect(plainTarget({ kind: "endpoint", id: "70001" })).toEqual({ kind: "endpoint", id: "70001" });
  expect(plainTarget({ kind: "endpoint", id: "a b c" }).id).toBe("…");
});

test("records no text that looks like a token", () => {
  expect(plainText("Bearer abc.def")).toBe("Bearer …");
  expect(plainText("is eyJhbGciOi.J9.x right")).toBe("is … right");
  const text = codedText("earlier-sentence", { sentence: `No: ${"a1".repeat(30)}` });
  expect(formatText(plainCodedText(text, undefined))).toBe("No: …");
});

test("removes everything that the service echoes of an unrecorded body", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{6,30}$/);
  fc.assert(
    fc.property(secret, secret, (word, path) => {
      const body = JSON.stringify({ payload: word, url: `https://host.example/${path}?k=${word}`, name: "kept" });
      const inner = codedText("earlier-sentence", { sentence: `refused ${word} at ${path} named kept` });
      const message = formatText(plainCodedText(codedText("list-not-read", { failure: inner }), body));
      const rest = message
        .replaceAll("refused", "")
        .replace("The endpoint's SMS list could not be read:", "")
        .replaceAll("named kept", "");
      expect(rest).not.toContain(word);
      expect(rest).not.toContain(path);
    }),
  );
});
