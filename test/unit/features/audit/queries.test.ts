import { t } from "#shared/texts/text.ts";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { DraftInput, MessageTuple } from "../../../../main/features/audit/entry.ts";
import { auditQueries, type StoredLink } from "../../../../main/features/audit/queries.ts";
import type { StoredQuestion } from "../../../../main/features/audit/stored-question.ts";
import { chainStart } from "../../../../main/core/hash-chain.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { migration0130 } from "../../../../main/core/store/migrations/0130-audit.ts";
import { migration0200 } from "../../../../main/core/store/migrations/0200-audit-resolutions.ts";
import { recorded } from "#shared/texts/en/recorded.ts";

let db: WriteDb;
beforeEach(() => {
  db = connect(":memory:").db;
  migration0130.up(db);
  migration0200.up(db);
});

const common = { run: "this", what: "Send an SMS", service: "host", who: { system: "ada" } } as const;
const requestEntry = (id: string, run = "this"): DraftInput => ({
  type: "asked",
  at: 1000,
  kind: "change",
  method: "POST",
  path: "/x",
  target: { kind: "endpoint", id },
  after: { volume: 1, name: "b", a: { z: 1, b: 2 } },
  ...common,
  run,
  what: "Set",
});
const answered = (of: number): DraftInput => ({
  type: "answered",
  at: 1100,
  run: "this",
  kind: "change",
  asked: of,
  outcome: "refused",
  answer: { at: 1100, status: 409, words: "In use" },
});
const tuple = (id: string, at: number, outcome: "done" | "refused" = "done"): MessageTuple => [
  ...([at, id, outcome, at + 1, outcome === "done" ? 201 : 422] as const),
  ...([`9${id}`, null, outcome === "done" ? null : "No quota", "4911", 5, 1, 1] as const),
];
const messages = (...calls: readonly MessageTuple[]): DraftInput => {
  const times = calls.map(([at]) => at);
  const span = { at: Math.min(...times), until: Math.max(...times) };
  return { ...common, type: "messages", kind: "message", calls, ...span };
};

const all: StoredQuestion = {
  connection: undefined,
  search: "",
  kind: undefined,
  outcome: undefined,
  from: undefined,
  until: undefined,
  targetKind: undefined,
  targetId: undefined,
  run: "this",
};

function idsOf(question: Partial<StoredQuestion> = {}): string[] {
  const { items } = auditQueries.list(db, { ...all, ...question }, { before: undefined, limit: 100 });
  return items.map(({ seq, index, outcome }) => `${seq}.${index} ${outcome}`);
}

function isSound(): boolean {
  const { flaw, ended } = auditQueries.check(db, { seq: 0, hash: chainStart }, 1000);
  return ended && flaw === undefined;
}

function fill(): void {
  auditQueries.append(db, [requestEntry("1"), answered(1), messages(tuple("7", 10), tuple("8", 20, "refused"))]);
  auditQueries.append(db, [requestEntry("2", "before"), requestEntry("3")]);
}

test("a request without an answer is in progress in its own run, and unknown in every later run", () => {
  fill();
  expect(idsOf()).toEqual(["5.0 under-way", "4.0 unknown", "3.2 refused", "3.1 done", "1.0 refused"]);
});

test("finds every SMS of a link separately, by outcome, target, time and words", () => {
  fill();
  expect(idsOf({ outcome: ["refused"] })).toEqual(["3.2 refused", "1.0 refused"]);
  expect(idsOf({ targetId: "7" })).toEqual(["3.1 done"]);
  expect(idsOf({ targetId: "7", targetKind: "service profile" })).toEqual([]);
  expect(idsOf({ from: 15, until: 30 })).toEqual(["3.2 refused"]);
  expect(idsOf({ search: "no quota" })).toEqual(["3.2 refused"]);
  expect(idsOf({ search: "409 in" })).toEqual(["1.0 refused"]);
  expect(idsOf({ kind: ["message"] })).toEqual(["3.2 refused", "3.1 done"]);
  expect(auditQueries.call(db, { seq: 3, index: 2 }, "this")?.outcome).toBe("refused");
  expect(auditQueries.call(db, { seq: 3, index: 0 }, "this")).toBeUndefined();
});

test("finds each word of a search anywhere in what an entry shows: user, target, answer, outcome, number", () => {
  fill();
  const token = { ...common, who: { system: "ada", signIn: "application-token" } } as const;
  auditQueries.append(db, [{ ...requestEntry("70002"), ...token, what: "Set the data quota" } as DraftInput]);
  const everything = ["6.0 under-way", "5.0 under-way", "4.0 unknown", "3.2 refused", "3.1 done", "1.0 refused"];
  expect(idsOf({ search: "ada" })).toEqual(everything);
  expect(idsOf({ search: "quota 70002" })).toEqual(["6.0 under-way"]);
  const tokenLabel = t(($) => $.audit.list.applicationToken).toLowerCase();
  expect(idsOf({ search: `70002  ${tokenLabel} ada` })).toEqual(["6.0 under-way"]);
  expect(idsOf({ search: "sms refused 8" })).toEqual(["3.2 refused"]);
  const rejectedLabel = t(($) => $.audit.outcomes.rejected).toLowerCase();
  expect(idsOf({ search: `sms ${rejectedLabel} 8` })).toEqual(["3.2 refused"]);
  expect(idsOf({ search: `set 409 ${rejectedLabel}` })).toEqual(["1.0 refused"]);
  const createdLabel = t(($) => $.audit.list.created, { id: "" }).trim();
  expect(idsOf({ search: `sms 201 ${createdLabel.toLowerCase()}` })).toEqual(["3.1 done"]);
  expect(idsOf({ search: "set 409 refused" })).toEqual(["1.0 refused"]);
  expect(idsOf({ search: "3.1" })).toEqual(["3.1 done"]);
  expect(idsOf({ search: "refused 70002" })).toEqual([]);
});

test("pages of any size join to the whole list, also in the middle of a link", () => {
  const ids = Array.from({ length: 30 }, (_, index) => String(index));
  for (const id of ids.slice(0, 5))
    auditQueries.append(db, [requestEntry(id), messages(...ids.map((one) => tuple(one, 1)))]);
  const whole = auditQueries.list(db, all, { before: undefined, limit: 1000 }).items;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), (limit) => {
      const joined = [];
      for (let before; ;) {
        const { items, next } = auditQueries.list(db, all, { before, limit });
        joined.push(...items);
        if (next === undefined) break;
        before = next;
      }
      expect(joined).toEqual(whole);
    }),
  );
  expect(whole).toHaveLength(155);
});

test("the database rejects changing or removing an entry", () => {
  fill();
  expect(() => db.exec("UPDATE audit_entry SET outcome = 'done'")).toThrow("append-only");
  expect(() => db.exec("DELETE FROM audit_entry WHERE seq = 1")).toThrow("append-only");
});

test("the chain is valid for entries with any content", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ unit: "binary" }), (after, what) => {
      auditQueries.append(db, [{ ...requestEntry("1"), after, what } as DraftInput]);
      expect(isSound()).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("detects every entry that was changed, removed, repeated or moved", () => {
  fill();
  const rows = db.all<StoredLink>("SELECT * FROM audit_entry ORDER BY seq");
  const columns = Object.keys(rows[0] ?? {});
  const replaceLinks = (list: readonly StoredLink[]): void => {
    db.exec("DELETE FROM audit_entry");
    for (const row of list) {
      const values = Object.values(row) as (string | number | null)[];
      db.run(`INSERT INTO audit_entry VALUES (${columns.map(() => "?").join(", ")})`, ...values);
    }
  };
  db.exec(
    "DROP TRIGGER audit_entry_kept; DROP INDEX audit_answer; DROP INDEX audit_settlement; DROP TRIGGER audit_entry_unchanged",
  );
  expect(isSound()).toBe(true);
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4]);
  fc.assert(
    fc.property(order, (places) => {
      fc.pre(places.join(",") !== "0,1,2,3,4");
      // An attacker who knows the sequence numbers would renumber the rows, so that they ascend again.
      replaceLinks(places.flatMap((place, at) => (rows[place] === undefined ? [] : [{ ...rows[place], seq: at + 1 }])));
      expect(isSound()).toBe(false);
      replaceLinks(places.toSorted((a, b) => a - b).flatMap((place) => rows[place] ?? []));
      expect(isSound()).toBe(places.length === 5);
    }),
  );
  fc.assert(
    fc.property(fc.nat(4), fc.constantFrom(...columns), fc.nat(10_000), (place, column, at) => {
      const old = (rows[place] as unknown as Record<string, string | number | null>)[column];
      const text = String(old ?? "");
      const spot = at % (text.length + 1);
      const isNumber = typeof old === "number" || column === "asked" || column === "settles";
      const other = isNumber ? Number(old) + 100 : `${text.slice(0, spot)}x${text.slice(spot + 1)}`;
      fc.pre(other !== old && column !== "seq" && column !== "type");
      replaceLinks(rows.map((row, index) => (index === place ? { ...row, [column]: other } : row)));
      expect(isSound()).toBe(false);
    }),
  );
});

test("finds texts stored as codes by their catalogue words, in every part of a call", () => {
  const text = { code: "service-refused-reason", params: { status: 409, reason: "In use by 70001" } };
  const appended = auditQueries.append(db, [
    { ...requestEntry("1"), what: "delete-dns" } as DraftInput,
    { ...requestEntry("2"), what: "create-dns", work: "dns 2" } as DraftInput,
  ]);
  auditQueries.append(db, [
    { ...answered(appended[0] ?? 0), answer: { at: 1100, status: 409, message: text } } as DraftInput,
    {
      type: "settling",
      at: 1200,
      run: "this",
      work: "dns 2",
      outcome: "done",
      created: "9",
      proof: { code: "proved-by-list", params: { id: "9" } },
    },
    { ...messages(tuple("3", 2000)), what: "send-sms" } as DraftInput,
  ]);
  const findSeqs = (search: string): readonly number[] =>
    auditQueries.list(db, { ...all, search }, { before: undefined, limit: 10 }).items.map(({ seq }) => seq);
  expect([
    findSeqs("delete dns"),
    findSeqs("refused in use"),
    findSeqs(recorded["proved-by-list"].split(".")[0] ?? ""),
    findSeqs("sms"),
  ]).toEqual([[1], [1], [2], [5]]);
  expect(findSeqs("nowhere")).toEqual([]);
  expect(auditQueries.check(db, { seq: 0, hash: chainStart }, 100)).toMatchObject({ ended: true, links: 5, seq: 5 });
});
