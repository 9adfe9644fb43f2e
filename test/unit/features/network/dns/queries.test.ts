import { expect, test } from "vitest";
import { createdSince } from "../../../../../main/features/network/dns/configurations.ts";
import { networkQueries } from "../../../../../main/features/network/queries.ts";
import { useMemoryDatabase } from "../../../../make/database.ts";
import { journalQueries } from "../../../../make/journal.ts";

const database = useMemoryDatabase();

function applied(action: "create" | "delete", at: number, subject: string): void {
  const request = action === "create" ? { primary: "9.9.9.9", secondary: "8.8.8.8" } : {};
  const change = { resource: "dns", action, at, state: "sending", request } as const;
  const { change: id } = journalQueries.begin(database(), 1, action === "delete" ? { ...change, subject } : change);
  journalQueries.end(database(), id, { state: "applied", at, subject });
}

test("does not bring back configurations created and deleted here where the service has no list", () => {
  const created = (): readonly string[] =>
    createdSince(journalQueries.list(database(), 1, ["dns"]), undefined).map(({ id }) => id);
  applied("create", 1, "5");
  applied("create", 2, "6");
  applied("delete", 3, "5");
  for (let at = 4; at <= 153; at += 1) applied("delete", at, String(at + 100));
  expect(created()).toEqual(["6"]);
  // An id that the service assigns again belongs to another configuration.
  applied("create", 154, "5");
  expect(created()).toEqual(["6", "5"]);
});

test("does not bring back a deleted configuration by a list that was requested before the deletion had ended", () => {
  const db = database();
  const records = [{ id: "3", record: {} }];
  applied("delete", 9, "3");
  networkQueries.saveList(db, 1, "dns", 8, records);
  expect(networkQueries.load(db, 1, "dns").listed).toEqual([]);
  networkQueries.saveList(db, 1, "dns", 10, records);
  expect(networkQueries.load(db, 1, "dns").listed).toEqual([{ id: "3", record: "{}", as_of: 10 }]);
});
