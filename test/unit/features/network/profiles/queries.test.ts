import { expect, test } from "vitest";
import { profileQueries } from "../../../../../main/features/network/profiles/queries.ts";
import { connect } from "../../../../../main/core/store/connect.ts";
import { migration0100 } from "../../../../../main/core/store/migrations/0100-network.ts";
import { migration0110 } from "../../../../../main/core/store/migrations/0110-streams.ts";
import { migration0190 } from "../../../../../main/core/store/migrations/0190-network-moments.ts";
import type { WriteDb } from "../../../../../main/core/store/db.ts";
import { migration0260 } from "../../../../../main/core/store/migrations/0260-list-gaps.ts";

function openDatabase(): WriteDb {
  const { db } = connect(":memory:");
  for (const migration of [migration0100, migration0110, migration0190, migration0260]) migration.up(db);
  return db;
}

test("keeps the age of a record that is no longer offered", () => {
  const db = openDatabase();
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

test("marks requests in flight at the end of the former process as lost as of the next start, and keeps an end that is set", () => {
  const db = openDatabase();
  const none = { profile: undefined, before: undefined, after: undefined };
  const begin = (at: number): number =>
    profileQueries.begin(db, { connection: 1, kind: "create", at, name: "Neu", previousIds: "[]", ...none });
  begin(7);
  profileQueries.lose(db, begin(8), 9);
  profileQueries.endAll(db, 500);
  expect(profileQueries.load(db, 1).changes.map(({ ended }) => ended)).toEqual([500, 9]);
});
