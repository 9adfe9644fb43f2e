import { beforeEach, expect, test } from "vitest";
import { createdSince } from "../../../../../main/features/network/dns/describe-write.ts";
import { dnsQueries } from "../../../../../main/features/network/dns/queries.ts";
import { connect } from "../../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../../main/core/store/db.ts";
import { migration0100 } from "../../../../../main/core/store/migrations/0100-network.ts";
import { migration0110 } from "../../../../../main/core/store/migrations/0110-streams.ts";
import { migration0190 } from "../../../../../main/core/store/migrations/0190-network-moments.ts";
import { migration0260 } from "../../../../../main/core/store/migrations/0260-list-gaps.ts";

let db: WriteDb;
beforeEach(() => {
  db = connect(":memory:").db;
  migration0100.up(db);
  migration0110.up(db);
  migration0190.up(db);
  migration0260.up(db);
});

const create = (at: number, previousIds?: string): number =>
  dnsQueries.beginWrite(db, {
    connection: 1,
    kind: "create",
    at,
    primary: "9.9.9.9",
    secondary: "8.8.8.8",
    previousIds,
  });
const remove = (at: number, dns: string): number =>
  dnsQueries.beginWrite(db, { connection: 1, kind: "delete", at, dns });
const done = (change: number, at: number, dns?: string): void =>
  dnsQueries.resolveWrite(db, change, "done", { at, by: "answer", dns });
const storedChanges = (): readonly number[] => dnsQueries.writes(db, 1).map(({ change }) => change);

test("retains the newest hundred resolved writes, and each unknown one", () => {
  dnsQueries.saveList(db, 1, 1, []);
  const unknown = remove(1, "3");
  for (let at = 2; at <= 151; at += 1) done(remove(at, String(at)), at);
  expect(storedChanges()).toEqual([unknown, ...Array.from({ length: 100 }, (_, index) => 52 + index)]);
});

test("retains creations that could be confused with an older unknown one", () => {
  dnsQueries.saveList(db, 1, 1, []);
  done(create(1), 1, "5");
  const unknown = create(2, "[]");
  const twin = create(3);
  done(twin, 3, "6");
  for (let at = 4; at <= 153; at += 1) done(remove(at, String(at)), at);
  expect(storedChanges().slice(0, 2)).toEqual([unknown, twin]);
  expect(storedChanges()).toHaveLength(102);
});

test("retains configurations created here where the service has no list, because no other source knows them", () => {
  const creation = create(1);
  done(creation, 1, "500");
  for (let at = 2; at <= 151; at += 1) done(remove(at, String(at)), at);
  expect(storedChanges()[0]).toBe(creation);
});

test("does not bring back configurations created and deleted here where the service has no list", () => {
  done(create(1), 1, "5");
  done(create(2), 2, "6");
  done(remove(3, "5"), 3);
  for (let at = 4; at <= 153; at += 1) done(remove(at, String(at + 100)), at);
  expect(createdSince(dnsQueries.writes(db, 1), undefined).map(({ id }) => id)).toEqual(["6"]);
  // An id that the service assigns again belongs to another configuration.
  done(create(154), 154, "5");
  expect(createdSince(dnsQueries.writes(db, 1), undefined).map(({ id }) => id)).toEqual(["6", "5"]);
});

test("clears the earlier ids when the creation is resolved", () => {
  const change = create(1, '["3","4"]');
  done(change, 2, "5");
  expect(dnsQueries.writes(db, 1)).toMatchObject([
    { state: "done", dns: "5", known: null, ended: 2, settled_at: null },
  ]);
});

test("marks requests in flight at the end of the former process as lost as of the next start", () => {
  create(7, "[]");
  expect(dnsQueries.writes(db, 1)).toMatchObject([{ ended: null }]);
  dnsQueries.endAll(db, 500);
  expect(dnsQueries.writes(db, 1)).toMatchObject([{ state: "unknown", ended: 500 }]);
});

test("does not bring back a deleted configuration by a list that was requested before the deletion had ended", () => {
  const records = [{ id: "3", record: "{}" }];
  const deletion = remove(5, "3");
  done(deletion, 9);
  dnsQueries.saveList(db, 1, 8, records);
  expect(dnsQueries.load(db, 1).listed).toEqual([]);
  dnsQueries.saveList(db, 1, 10, records);
  expect(dnsQueries.load(db, 1).listed).toEqual(records);
});
