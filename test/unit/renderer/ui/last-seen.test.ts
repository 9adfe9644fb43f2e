import { t } from "#shared/texts/text.ts";
import { formatRelative } from "#shared/format.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LastSeen } from "../../../../renderer/ui/last-seen.tsx";

test("an endpoint whose events are not loaded is unknown, without the question mark of a lost answer", () => {
  const html = renderToStaticMarkup(createElement(LastSeen, { record: {}, now: 0 }));
  const cell = renderToStaticMarkup(createElement(LastSeen, { record: {}, now: 0, short: true }));
  expect(html).toContain('data-state="unknown"');
  expect(html).toContain(`${t(($) => $.fleet.lastSeen.noContact)}</span>`);
  expect(cell).toContain(`${t(($) => $.common.unknown)}</span>`);
  expect(`${html}${cell}`).not.toContain("?");
});

test("a time without a heading says what it is", () => {
  const at = Date.UTC(2031, 0, 1);
  const contact = { state: "seen", at: new Date(at).toISOString(), source: "data" };
  const seen = { record: { last_seen: contact }, now: at + 120_000 };
  const text = (short: boolean): string => renderToStaticMarkup(createElement(LastSeen, { ...seen, short }));
  const time = formatRelative(at, at + 120_000);
  expect(text(false)).toContain(`${t(($) => $.fleet.lastSeen.withTime, { time })}</span>`);
  expect(text(true)).toContain(`>${time}</span>`);
});
