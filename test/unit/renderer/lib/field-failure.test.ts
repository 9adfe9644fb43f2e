import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { aboutNoField, byField, fieldOf } from "../../../../renderer/lib/field-failure.ts";

const text = { code: "url-missing" };

test("reports a failure at its field, from main or from the service", () => {
  const failure = { code: "service-1400", text, details: { field: "url" } };
  expect([fieldOf(failure), byField(failure), aboutNoField(failure, ["url"])]).toEqual([
    "url",
    { url: formatText(text) },
    false,
  ]);
});

test("reports each of several fields with its own message", () => {
  const fields = [
    { field: "url", text },
    { field: "purpose", text: { code: "callback-purpose-missing" } },
  ];
  expect(byField({ code: "invalid-input", text, details: { field: "url", fields } })).toEqual({
    url: formatText(text),
    purpose: formatText({ code: "callback-purpose-missing" }),
  });
});

test("a failure without a field is shown next to the form", () => {
  const failure = { code: "x", text: { code: "internal" } };
  expect([fieldOf(failure), byField(failure), aboutNoField(failure, ["url"])]).toEqual([undefined, {}, true]);
  expect([fieldOf(undefined), byField(undefined), aboutNoField(undefined, ["url"])]).toEqual([undefined, {}, false]);
});
