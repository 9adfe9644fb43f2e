import { expect, test } from "vitest";
import { profileQueries } from "../../../../../main/features/network/profiles/queries.ts";
import { useMemoryDatabase } from "../../../../make/database.ts";

const database = useMemoryDatabase();

test("keeps the age of a record that is no longer offered", () => {
  const db = database();
  profileQueries.saveDetail(db, 1, "904", 10, "{}");
  profileQueries.saveDetail(db, 1, "904", 20, undefined);
  profileQueries.saveDetail(db, 1, "905", 20, undefined);
  profileQueries.saveList(db, 1, 10, [{ id: "904", record: "{}" }]);
  profileQueries.saveList(db, 1, 20, undefined);
  const { details, reading } = profileQueries.load(db, 1);
  expect(details).toEqual([
    { id: "904", state: "not-offered", record: "{}", as_of: 10 },
    { id: "905", state: "not-offered", record: null, as_of: 20 },
  ]);
  expect(reading).toMatchObject({ state: "not-offered", as_of: 10 });
});
