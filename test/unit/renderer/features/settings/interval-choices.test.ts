import { formatDuration } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { intervalChoices, intervalLabel } from "../../../../../renderer/features/settings/interval-choices.ts";

test("labels intervals in minutes, hours and days", () => {
  expect([0, 15, 60, 240, 1440, 4320].map(intervalLabel)).toEqual([
    t(($) => $.settings.sync.manual),
    t(($) => $.settings.sync.every, { duration: formatDuration(15 * 60_000) }),
    t(($) => $.settings.sync.everyHour),
    t(($) => $.settings.sync.every, { duration: formatDuration(240 * 60_000) }),
    t(($) => $.settings.sync.everyDays, { count: 1 }),
    t(($) => $.settings.sync.everyDays, { count: 3 }),
  ]);
});

test("includes a custom interval among the choices, in order", () => {
  expect(intervalChoices(30).map(({ value }) => value)).toEqual(["0", "15", "30", "60", "240", "1440"]);
  expect(intervalChoices(60)).toHaveLength(5);
});
