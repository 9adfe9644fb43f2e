import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MiddleTruncate } from "../../../../renderer/ui/middle-truncate.tsx";

/** What screen readers read, and the two visible parts. */
function partsOf(text: string): readonly string[] {
  const html = renderToStaticMarkup(createElement(MiddleTruncate, { text }));
  const [, word = ""] = /visually-hidden">([^<]*)</.exec(html) ?? [];
  return [word, ...[...html.matchAll(/aria-hidden="true"[^>]* data-text="([^"]*)"/g)].map(([, part = ""]) => part)];
}

test("keeps the end of a text visible, and exposes the text as one word", () => {
  expect(partsOf("Automat València 00598")).toEqual(["Automat València 00598", "Automat Valènc", "ia 00598"]);
  expect(partsOf("meter")).toEqual(["meter", "met", "er"]);
  expect(partsOf("7")).toEqual(["7", "7", ""]);
});

test("does not split a character of two code units", () => {
  expect(partsOf("a😀b")).toEqual(["a😀b", "a", "😀b"]);
});
