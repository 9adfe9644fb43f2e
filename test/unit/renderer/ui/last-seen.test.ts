import { t } from "#shared/texts/text.ts";
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
