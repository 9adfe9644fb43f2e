/** The overview against a plain model: for any content of the cache and the ledger, pages contain each line once and in order. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { saveLists } from "../../../../main/features/messages/sms/queries-lists.ts";
import {
  type Place,
  recentMessages,
  type RecentQuestion,
} from "../../../../main/features/messages/sms/queries-recent.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { openDatabase } from "../../../make/database.ts";

const connection = 1;

interface ListedSms {
  readonly endpoint: string;
  readonly at: number;
  readonly payload: string;
  readonly direction: "mt" | "mo";
  readonly delivery: "buffered" | "delivered";
}

interface Ours {
  readonly kind: "bulk" | "single";
  readonly endpoint: string;
  readonly at: number;
  readonly text: string;
  /** Sending, accepted without a record, rejected, unknown. */
  readonly outcome: 2 | 3 | 4 | 5;
  /** For an unknown one: the list proves that it was never accepted. */
  readonly proven: boolean;
}

/** A line in the model. */
interface Line extends Pick<ListedSms, "endpoint" | "at" | "direction" | "delivery"> {
  readonly text: string;
  readonly outcome: number | undefined;
  readonly notSent: boolean;
}

function withDatabase<T>(work: (db: WriteDb) => T): T {
  const database = openDatabase();
  try {
    return work(database.db);
  } finally {
    database.close();
  }
}

function fill(db: WriteDb, listed: readonly ListedSms[], ours: readonly Ours[]): void {
  const byEndpoint = Map.groupBy(listed.entries(), ([, { endpoint }]) => endpoint);
  const lists = Array.from(byEndpoint, ([endpoint, entries]) => ({
    connection,
    endpoint,
    asOf: 1,
    complete: true,
    records: entries.map(([index, { payload, ...one }]) => ({
      ...one,
      contactAt: undefined,
      key: String(index),
      searchText: `${payload.toLowerCase()}\n\n${endpoint}`,
      record: JSON.stringify({ payload }),
    })),
  }));
  saveLists(db, lists);
  for (const { kind, endpoint, at, text, outcome, proven } of ours) {
    const { lastInsertRowid: id } = db.run(
      `INSERT INTO campaign (kind, connection, name, state, source_address, template, options, concurrency, created_at, c_sending)
        VALUES (?, 1, 'c', 'running', '4911', '', '{}', 1, ?, ?)`,
      kind,
      at,
      outcome === 2 ? 1 : 0,
    );
    db.run(
      "INSERT INTO recipient (campaign, row, outcome, endpoint, given, text, intent_at, code) VALUES (?, 1, ?, ?, '', ?, ?, ?)",
      id,
      outcome,
      endpoint,
      text,
      at,
      outcome === 5 ? (proven ? "proven-not-sent" : "not-found") : null,
    );
  }
}

function modelOf(
  listed: readonly ListedSms[],
  ours: readonly Ours[],
  question: Partial<RecentQuestion>,
): readonly Line[] {
  const { direction, delivery, outcome, notSent, search = "", named = [], from = -1, until = 1e9 } = question;
  const records = listed.map(({ payload, ...one }): Line => ({
    ...one,
    text: payload,
    outcome: undefined,
    notSent: false,
  }));
  const sent = ours
    .filter(({ kind, outcome: ledgerOutcome }) => kind === "single" || ledgerOutcome !== 3)
    .map(({ kind: _kind, proven, ...one }): Line => {
      const sent = { direction: "mt", delivery: "unknown" as never } as const;
      return { ...one, ...sent, notSent: proven && one.outcome === 5 };
    });
  return [...records, ...sent].filter(
    (line) =>
      line.at >= from &&
      line.at <= until &&
      (direction === undefined || line.direction === direction) &&
      (delivery === undefined || (line.outcome !== 4 && !line.notSent && delivery.includes(line.delivery))) &&
      (outcome === undefined ||
        (line.notSent ? notSent === true : line.outcome !== undefined && outcome.includes(line.outcome))) &&
      (search === "" ||
        `${line.text}\n${line.outcome === undefined ? "" : "4911"}\n${line.endpoint}`.toLowerCase().includes(search) ||
        named.includes(line.endpoint)),
  );
}

const endpoint = fc.constantFrom("70001", "70002", "70003");
const at = fc.integer({ min: 1, max: 12 });
const text = fc.constantFrom("Battery low", "RESET", "battery full", "ok");
const listedSms = fc.record({
  endpoint,
  at,
  payload: text,
  direction: fc.constantFrom("mt", "mo"),
  delivery: fc.constantFrom("buffered", "delivered"),
});
const ours = fc.record({
  kind: fc.constantFrom("bulk", "single"),
  endpoint,
  at,
  text,
  outcome: fc.constantFrom(2, 3, 4, 5),
  proven: fc.boolean(),
});
const question = fc.record(
  {
    direction: fc.constantFrom("mt", "mo"),
    delivery: fc.subarray(["buffered", "delivered", "unknown"], { minLength: 1 }),
    outcome: fc.subarray([2, 3, 4, 5]),
    notSent: fc.boolean(),
    search: fc.constantFrom("batt", "ok", "70002", "4911", "zz"),
    named: fc.subarray(["70001", "70003"]),
    from: at,
    until: at,
  },
  { requiredKeys: [] },
);

test("the pages of any query contain each matching line once, newest first", () => {
  fc.assert(
    fc.property(
      fc.array(listedSms, { maxLength: 25 }),
      fc.array(ours, { maxLength: 15 }),
      question,
      fc.integer({ min: 1, max: 9 }),
      (records, sent, filters, limit) => {
        withDatabase((db) => {
          fill(db, records, sent);
          const whole: RecentQuestion = {
            connection,
            direction: undefined,
            delivery: undefined,
            outcome: undefined,
            notSent: false,
            search: "",
            named: [],
            from: -1,
            until: 1e9,
            limit,
            after: undefined,
            ...filters,
          };
          const places: Place[] = [];
          let after: Place | undefined;
          for (let more = true; more;) {
            const page = recentMessages(db, { ...whole, after });
            places.push(...page.lines.map(({ place }) => place));
            expect(page.lines.length).toBeLessThanOrEqual(limit);
            after = page.lines.at(-1)?.place;
            more = page.more;
          }
          const times = places.map(([time]) => time);
          expect(times).toEqual(times.toSorted((a, b) => b - a));
          expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
          const actual = places.map(([time, where]) => `${where} ${time}`).toSorted();
          const expected = modelOf(records, sent, filters).map((line) => `${line.endpoint} ${line.at}`);
          expect(actual).toEqual(expected.toSorted());
        });
      },
    ),
    { numRuns: 40 },
  );
});
