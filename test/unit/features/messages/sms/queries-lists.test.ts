import { expect, test } from "vitest";
import { saveLists, threadOf } from "../../../../../main/features/messages/sms/queries-lists.ts";
import { useMemoryDatabase } from "../../../../make/database.ts";

const database = useMemoryDatabase();
const minute = 60_000;

test("a list replaces no later one, except one from before the clock was set back", () => {
  const save = (asOf: number): number | undefined => {
    saveLists(database(), [{ connection: 1, endpoint: "70001", asOf, complete: true, records: [] }]);
    return threadOf(database(), 1, "70001")?.asOf;
  };
  expect([save(300 * minute), save(270 * minute), save(269 * minute)]).toEqual([
    300 * minute,
    300 * minute,
    269 * minute,
  ]);
});
