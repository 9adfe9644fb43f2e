/** Deliveries and replies are counted with the rows, whatever lists contain and in which order they arrive. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SmsDelivery, SmsRecord } from "../../../../../main/core/api/sms.ts";
import { commit } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import {
  recordReadings,
  dueWatches,
  saveRecordClock,
  watchNow,
} from "../../../../../main/features/campaigns/ledger/queries-watch.ts";
import { setDelivery, tallies } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import { holder, makeRunningCampaign, recountTallies } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

const rows = 4;
const minuteMs = 60_000;
let database: Database;

beforeAll(() => {
  database = openDatabase();
});

afterAll(() => database.close());

/** All recipients are accepted at 10,000, with SMS ids of their own. */
function makeAccepted(pattern?: string): number {
  const { db } = database;
  db.exec("DELETE FROM campaign");
  const campaign = makeRunningCampaign(db, rows);
  const expected = pattern === undefined ? {} : { expect: { pattern, withinMinutes: 60 } };
  db.run(
    "UPDATE campaign SET options = json_patch(options, ?) WHERE id = ?",
    JSON.stringify({ watchHours: 24, ...expected }),
    campaign,
  );
  const args = { campaign, holder, now: 10_000, offsetMs: 0, firstCheckAt: 0, watchAt: 25_000 };
  const { claimed } = commit(db, { ...args, outcomeRecords: [], claim: rows });
  const outcomeRecords = claimed.map(({ row }) => ({ row, outcome: "accepted", reference: `sms-${row}` }) as const);
  commit(db, { ...args, outcomeRecords, claim: 0 });
  return campaign;
}

function sms(record: Partial<SmsRecord>): SmsRecord {
  const nothing = { id: undefined, delivery: "unknown", statusText: undefined, sourceAddress: undefined } as const;
  return { ...nothing, direction: "mt", payload: "?", submittedAt: 10_000, finalAt: undefined, ...record };
}

function mine(row: number, delivery: SmsDelivery): SmsRecord {
  return sms({ id: `sms-${row}`, delivery });
}

function answered(id: string, at: number, payload: string): SmsRecord {
  return sms({ id, direction: "mo", delivery: "delivered", submittedAt: at, payload });
}

function read(endpoint: number, readAt: number, records: readonly SmsRecord[] | undefined, complete = true): number[] {
  const list = records === undefined ? undefined : { records, complete };
  return recordReadings(database.db, [{ connection: 1, endpoint: String(endpoint), readAt, list }]);
}

describe("tallies", () => {
  it("equal a recount, and a reply has one owner, after any readings", () => {
    const step = fc.record({
      row: fc.integer({ min: 0, max: rows - 1 }),
      afterMs: fc.integer({ min: 0, max: 3 * 3_600_000 }),
      delivery: fc.constantFrom<SmsDelivery[]>("pending", "buffered", "delivered", "failed", "unknown"),
      answers: fc.array(fc.constantFrom("OK STATUS", "ERROR", "HELLO"), { maxLength: 3 }),
      kind: fc.constantFrom("complete", "partial", "unread", "told", "asked"),
    });
    fc.assert(
      fc.property(fc.constantFrom(undefined, "OK"), fc.array(step, { maxLength: 30 }), (pattern, steps) => {
        const { db } = database;
        const campaign = makeAccepted(pattern);
        let now = 20_000;
        for (const { row: index, afterMs, delivery, answers, kind } of steps) {
          now += afterMs;
          const row = index + 2;
          const records = [
            mine(row, delivery),
            ...answers.map((text, place) => answered(`mo-${row}-${place}-${text}`, 20_000 + place, text)),
          ];
          if (kind === "told") setDelivery(db, { campaign, rows: [{ row, delivery }], now });
          else if (kind === "asked") watchNow(db, { campaign, now });
          else read(1001 + index, now, kind === "unread" ? undefined : records, kind === "complete");
          const { delivery: deliveries, reply } = tallies(db, campaign);
          expect({ delivery: deliveries, reply }).toEqual(recountTallies(db, campaign));
        }
        const owners = db.all<{ reply_sms: string }>("SELECT reply_sms FROM recipient WHERE reply_sms IS NOT NULL");
        expect(new Set(owners.map(({ reply_sms }) => reply_sms)).size).toBe(owners.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a reading", () => {
  it("never reverts a final status", () => {
    const campaign = makeAccepted();
    read(1001, 30_000, [mine(2, "delivered")]);
    read(1001, 31_000, [mine(2, "buffered")]);
    expect(tallies(database.db, campaign).delivery).toEqual({ delivered: 1 });
  });

  it("keeps its final status when an earlier answer about the message is recorded later", () => {
    const campaign = makeAccepted();
    read(1001, 30_000, [mine(2, "delivered")]);
    setDelivery(database.db, { campaign, rows: [{ row: 2, delivery: "pending" }], now: 31_000 });
    expect(tallies(database.db, campaign).delivery).toEqual({ delivered: 1 });
  });

  it("does not apply to a message accepted after it began", () => {
    const campaign = makeAccepted();
    expect(read(1001, 9_999, [mine(2, "delivered")])).toEqual([]);
    expect(tallies(database.db, campaign).delivery).toEqual({});
  });

  it("assigns a reply to the campaign that sent last, although another one sent too", () => {
    const { db } = database;
    const first = makeAccepted();
    db.run("UPDATE recipient SET sms_id = 'older' WHERE campaign = ? AND row = 2", first);
    const second = makeRunningCampaign(db, 1);
    db.run(
      "UPDATE recipient SET outcome = 3, sms_id = 'newer', settled_at = 12_000, watch_at = 27_000 WHERE campaign = ?",
      second,
    );
    const records = [
      sms({ id: "older", delivery: "delivered", submittedAt: 10_000 }),
      sms({ id: "newer", delivery: "delivered", submittedAt: 12_000 }),
      answered("mo", 13_000, "HELLO"),
    ];
    expect(new Set(read(1001, 30_000, records))).toEqual(new Set([first, second]));
    expect([tallies(db, first).reply, tallies(db, second).reply]).toEqual([{}, { answered: 1 }]);
  });

  it("assigns a reply to the message that was sent last, also over another connection to the same service", () => {
    const { db } = database;
    const first = makeAccepted();
    const second = makeRunningCampaign(db, 1);
    db.run(
      "UPDATE campaign SET connection = 2, options = (SELECT options FROM campaign WHERE id = ?) WHERE id = ?",
      first,
      second,
    );
    for (const id of [1, 2]) {
      db.run(
        `INSERT INTO connection (id, name, base_url, kind, options, identity, session, vault_key, created_at)
         VALUES (?, ?, 'https://host.example', 'user', '{}', '{}', '{}', ?, 0)`,
        id,
        `c${id}`,
        `key-${id}`,
      );
    }
    const args = { campaign: second, holder, now: 10_000, offsetMs: 0, firstCheckAt: 0, watchAt: 25_000 };
    commit(db, { ...args, outcomeRecords: [], claim: 1 });
    commit(db, { ...args, outcomeRecords: [{ row: 2, outcome: "accepted", reference: "later" }], claim: 0 });
    const records = [
      mine(2, "delivered"),
      sms({ id: "later", delivery: "delivered", submittedAt: 11_000 }),
      answered("mo-1", 20_000, "OK"),
    ];
    for (const connection of [1, 2]) {
      recordReadings(db, [{ connection, endpoint: "1001", readAt: 30_000, list: { records, complete: true } }]);
    }
    db.run("DELETE FROM connection");
    expect([tallies(db, first).reply, tallies(db, second).reply]).toEqual([{}, { answered: 1 }]);
  });

  it("assigns no reply to an earlier command while the outcome of a later one is unknown", () => {
    const { db } = database;
    const first = makeAccepted("OK");
    const second = makeRunningCampaign(db, 1);
    db.run("UPDATE campaign SET options = (SELECT options FROM campaign WHERE id = ?) WHERE id = ?", first, second);
    const args = { campaign: second, holder, now: 12_000, offsetMs: 500, firstCheckAt: 0, watchAt: 25_000 };
    commit(db, { ...args, outcomeRecords: [], claim: 1 });
    const unknown = {
      row: 2,
      outcome: "unknown",
      code: "answer-timeout",
      message: codedText("connection-lost"),
    } as const;
    commit(db, { ...args, outcomeRecords: [unknown], claim: 0 });
    saveRecordClock(db, { connection: 1, offsetMs: 500, spreadMs: 0, measuredAt: 1 });
    const replies = (): unknown => [tallies(db, first).reply, tallies(db, second).reply];

    const reply = answered("mo", 13_000, "OK");
    read(1001, 30_000, [mine(2, "delivered"), reply]);
    expect(replies()).toEqual([{}, {}]);
    // So does an unconfirmed attempt of a recipient that is sent to again.
    db.run(
      "UPDATE recipient SET outcome = 1, doubt_at = intent_at, doubt_offset = intent_offset, intent_at = NULL WHERE campaign = ?",
      second,
    );
    read(1001, 31_000, [mine(2, "delivered"), reply]);
    expect(replies()).toEqual([{}, {}]);
    db.run("UPDATE recipient SET outcome = 5, intent_at = doubt_at, doubt_at = NULL WHERE campaign = ?", second);
    // The time of the first command is over, but the reply may be its own.
    read(1001, 10_000 + 61 * minuteMs, [mine(2, "delivered"), reply]);
    expect(replies()).toEqual([{}, {}]);
    // A reply before the later command belongs to the first one.
    read(1001, 10_000 + 62 * minuteMs, [mine(2, "delivered"), answered("early", 12_900, "OK"), reply]);
    expect(replies()).toEqual([{ "as-expected": 1 }, {}]);

    const accept = "UPDATE recipient SET outcome = 3, sms_id = 'later', settled_at = 12_500, watch_at = 27_000";
    db.run(`${accept} WHERE campaign = ?`, second);
    read(1001, 10_000 + 63 * minuteMs, [mine(2, "delivered"), sms({ id: "later", submittedAt: 13_000 }), reply]);
    expect(replies()).toEqual([{ "as-expected": 1 }, { "as-expected": 1 }]);

    // What is proven not sent gets no reply.
    const third = makeAccepted("OK");
    const proven = makeRunningCampaign(db, 1);
    db.run(`UPDATE campaign SET options = (SELECT options FROM campaign WHERE id = ?) WHERE id = ?`, third, proven);
    commit(db, { ...args, campaign: proven, outcomeRecords: [], claim: 1 });
    db.run("UPDATE recipient SET outcome = 5, code = 'proven-not-sent' WHERE campaign = ?", proven);
    read(1001, 30_000, [mine(2, "delivered"), reply]);
    expect(tallies(db, third).reply).toEqual({ "as-expected": 1 });
  });

  it("a reply that may belong to an unconfirmed attempt leaves the silence of later commands certain", () => {
    const { db } = database;
    const first = makeAccepted();
    db.run("UPDATE recipient SET doubt_at = 9_000, doubt_offset = 0 WHERE campaign = ?", first);
    const later = makeRunningCampaign(db, 1);
    const expected = JSON.stringify({ watchHours: 24, expect: { pattern: "OK", withinMinutes: 60 } });
    db.run("UPDATE campaign SET options = json_patch(options, ?) WHERE id = ?", expected, later);
    db.run(
      "UPDATE recipient SET outcome = 3, sms_id = 'later', settled_at = 20_000, watch_at = 25_000 WHERE campaign = ?",
      later,
    );
    const early = answered("early", 9_500, "OK");
    const record = sms({ id: "later", delivery: "delivered", submittedAt: 20_000 });
    read(1001, 20_000 + 61 * minuteMs, [mine(2, "delivered"), record, early]);
    expect(tallies(db, later).reply).toEqual({ silent: 1 });
  });

  it("checks messages from before the clock was set back at once, and plans their next check by the new time", () => {
    for (const setBackMs of [5 * 60 * minuteMs, 20 * minuteMs]) {
      const campaign = makeAccepted("OK");
      // The last check planned the next one in an hour.
      database.db.run("UPDATE recipient SET watch_at = ?", 10_000 + 3 * 60 * minuteMs);
      const now = 10_000 - setBackMs;
      const due = { connection: 1, limit: 10, now };
      const before = dueWatches(database.db, due);
      expect([before.endpoints.length, before.nextAt]).toEqual([rows, undefined]);
      for (const endpoint of before.endpoints) read(Number(endpoint), now, [mine(Number(endpoint) - 999, "delivered")]);
      expect(tallies(database.db, campaign).reply).toEqual({});
      expect(dueWatches(database.db, due)).toMatchObject({ endpoints: [], nextAt: now + 30_000 });
    }
  });

  it("marks no recipient as silent while the list has a reply that cannot be assigned", () => {
    const campaign = makeAccepted("OK");
    const undated = sms({ id: "mo", direction: "mo", submittedAt: undefined });
    read(1001, 10_000 + 60 * minuteMs, [mine(2, "delivered"), undated]);
    expect(tallies(database.db, campaign).reply).toEqual({});
    read(1001, 10_000 + 61 * minuteMs, [mine(2, "delivered")]);
    expect(tallies(database.db, campaign).reply).toEqual({ silent: 1 });
  });

  it("schedules the next check, with the most recently due first", () => {
    const campaign = makeAccepted();
    const { db } = database;
    const due = (now: number): readonly string[] =>
      dueWatches(db, { connection: 1, campaign, now, limit: 9 }).endpoints;
    db.run("UPDATE recipient SET watch_at = watch_at - row WHERE campaign = ?", campaign);
    expect(due(30_000)).toEqual(["1001", "1002", "1003", "1004"]);
    read(1002, 30_000, [mine(3, "buffered")]);
    read(1003, 30_000, [mine(4, "delivered")]);
    expect(due(59_000)).toEqual(["1001", "1004"]);
    expect(due(60_000)).toEqual(["1002", "1001", "1004"]);
  });
});
