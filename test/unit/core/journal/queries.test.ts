import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Change, NewChange } from "../../../../main/core/journal/change.ts";
import { useMemoryDatabase } from "../../../make/database.ts";
import { journalQueries } from "../../../make/journal.ts";

const database = useMemoryDatabase();
const lost = codedText("interrupted-before-answer");

function begin(at: number, change: Partial<NewChange> = {}): number {
  const { resource = "dns", action = "create", request = {}, ...rest } = change;
  return journalQueries.begin(database(), 1, { resource, action, request, ...rest, at, state: "sending" }).change;
}

function finish(change: number, at: number, subject?: string): number {
  journalQueries.end(database(), change, { state: "applied", at, subject });
  return change;
}

const stored = (): readonly Change[] => journalQueries.list(database(), 1, ["dns"]);
const numbers = (): readonly number[] => stored().map(({ change }) => change);

test("retains the newest hundred deletions, and each unknown one", () => {
  const unknown = begin(1, { action: "delete", subject: "3" });
  for (let at = 2; at <= 151; at += 1) finish(begin(at, { action: "delete", subject: String(at) }), at);
  expect(numbers()).toEqual([unknown, ...Array.from({ length: 100 }, (_, index) => 52 + index)]);
});

test("retains the last applied change of each object, because no other source may know the object", () => {
  for (let at = 1; at <= 150; at += 1) finish(begin(at), at, String(at));
  expect(numbers()).toHaveLength(150);
});

test("retains a deletion as long as the creation of its object", () => {
  const creation = finish(begin(1), 1, "5");
  const deletion = finish(begin(2, { action: "delete", subject: "5" }), 2);
  for (let at = 3; at <= 152; at += 1) finish(begin(at, { action: "delete", subject: String(at) }), at);
  expect(numbers().slice(0, 2)).toEqual([creation, deletion]);
});

test("removes old changes that a later one of the same object follows, and those that were not applied", () => {
  for (let at = 1; at <= 150; at += 1) finish(begin(at, { action: "set", subject: "901" }), at);
  for (let at = 151; at <= 300; at += 1) {
    journalQueries.end(database(), begin(at), { state: "rejected", at, code: "service-1400", message: lost });
  }
  expect(numbers()).toHaveLength(200);
});

test("clears the earlier ids when the created object is known", () => {
  finish(begin(1, { previousIds: ["3", "4"] }), 2, "5");
  const [change] = stored();
  expect(change).toMatchObject({ state: "applied", subject: "5", at: 1, endedAt: 2 });
  expect([change?.previousIds, change?.resolvedAt]).toEqual([undefined, undefined]);
});

test("resolves an unknown change once, and only of its connection", () => {
  const change = begin(1);
  journalQueries.end(database(), change, { state: "unknown", at: 2, message: lost });
  const outcome = { state: "applied", at: 3 } as const;
  expect(journalQueries.resolve(database(), 2, change, outcome)).toBe(false);
  expect(journalQueries.resolve(database(), 1, change, outcome)).toBe(true);
  expect(journalQueries.resolve(database(), 1, change, { state: "not-applied", at: 4 })).toBe(false);
});

test("marks requests in flight at the end of the former process as unknown, and starts every grace period again", () => {
  begin(7);
  const answered = finish(begin(8), 9, "5");
  journalQueries.end(database(), begin(9), { state: "unknown", at: 10, message: codedText("connection-lost") });
  expect(journalQueries.recover(database(), 500, lost)).toEqual([1, 3]);
  expect(stored().map(({ state, endedAt, message }) => [state, endedAt, message?.code])).toEqual([
    ["unknown", 500, "interrupted-before-answer"],
    ["applied", 9, undefined],
    ["unknown", 500, "connection-lost"],
  ]);
  expect(answered).toBe(2);
});

test("removes the changes of a connection with it", () => {
  begin(1);
  journalQueries.deleteConnectionData(database(), 2);
  expect(numbers()).toHaveLength(1);
  journalQueries.deleteConnectionData(database(), 1);
  expect(numbers()).toEqual([]);
});
