import { expect, test } from "vitest";
import { networkQueries } from "../../../../main/features/network/queries.ts";
import { useMemoryDatabase } from "../../../make/database.ts";

const database = useMemoryDatabase();

test("keeps the age of a record that is no longer offered", () => {
  const db = database();
  networkQueries.saveDetail(db, 1, "904", 10, {});
  networkQueries.saveDetail(db, 1, "904", 20, undefined);
  networkQueries.saveDetail(db, 1, "905", 20, undefined);
  networkQueries.saveList(db, 1, "profile", 10, [{ id: "904", record: {} }]);
  networkQueries.saveList(db, 1, "profile", 20, undefined);
  const { reading } = networkQueries.load(db, 1, "profile");
  expect(networkQueries.loadDetails(db, 1)).toEqual([
    { id: "904", state: "not-offered", record: "{}", as_of: 10 },
    { id: "905", state: "not-offered", record: null, as_of: 20 },
  ]);
  expect(reading).toMatchObject({ state: "not-offered", as_of: 10 });
});

test("a reading replaces no later one, except one from before the clock was set back", () => {
  const db = database();
  const minute = 60_000;
  const save = (asOf: number): readonly unknown[] => {
    networkQueries.saveDetail(db, 1, "904", asOf, { asOf });
    networkQueries.saveList(db, 1, "stream", asOf, [{ id: "1", record: { asOf } }]);
    const { reading, listed } = networkQueries.load(db, 1, "stream");
    return [networkQueries.loadDetails(db, 1)[0]?.as_of, reading?.as_of, listed[0]?.as_of];
  };
  expect(save(300 * minute)).toEqual([300 * minute, 300 * minute, 300 * minute]);
  expect(save(270 * minute)).toEqual([300 * minute, 300 * minute, 300 * minute]);
  expect(save(269 * minute)).toEqual([269 * minute, 269 * minute, 269 * minute]);
});
