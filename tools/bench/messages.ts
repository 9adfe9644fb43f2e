/** A page of the messages of all endpoints, with a hundred thousand cached: the time in the store's thread. */
import { join } from "node:path";
import { type ReadList, saveLists } from "../../main/features/messages/sms/queries-lists.ts";
import { type Place, recentMessages, type RecentQuestion } from "../../main/features/messages/sms/queries-recent.ts";
import { connect } from "../../main/core/store/connect.ts";
import type { WriteDb } from "../../main/core/store/db.ts";
import { migrate } from "../../main/core/store/migrate.ts";
import { migrations } from "../../main/core/store/migrations/all.ts";
import { answerJob } from "./child.ts";
import type { Report } from "./figures.ts";
import type { Job } from "./job.ts";
import { largest, median, percentile } from "./statistics.ts";

const start = Date.UTC(2026, 0, 2);
const perEndpoint = 10;
const listsPerStep = 500;

const everything: RecentQuestion = {
  connection: 1,
  direction: undefined,
  delivery: undefined,
  outcome: undefined,
  notSent: false,
  search: "",
  named: [],
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
  limit: 100,
  after: undefined,
};

answerJob((job: Job): Promise<Report> => {
  const endpoints = job.quick ? 500 : 10_000;
  const file = join(job.scratch, "messages.db");
  const opened = connect(file);
  try {
    migrate(opened.db, file, migrations, start);
    fillLists(opened.db, endpoints);
    fillLedger(opened.db, endpoints);
    const questions = questionsOf(endpoints);
    const times: number[] = [];
    const slowest = { ms: 0, name: "" };
    for (const [name, question] of questions) {
      for (let turn = 0; turn < 5; turn += 1) {
        const startedAt = performance.now();
        recentMessages(opened.db, { ...everything, ...question });
        const ms = performance.now() - startedAt;
        times.push(ms);
        if (ms > slowest.ms) Object.assign(slowest, { ms, name });
      }
    }
    const note = `p50 ${median(times).toFixed(1)} ms, max ${largest(times).toFixed(1)} ms (${slowest.name}), ${endpoints * perEndpoint} messages`;
    return Promise.resolve({
      figures: [
        { label: "page of messages, p95", value: percentile(times, 0.95), unit: "ms", target: { atMost: 16 }, note },
      ],
    });
  } finally {
    opened.close();
  }
});

function questionsOf(endpoints: number): readonly (readonly [string, Partial<RecentQuestion>])[] {
  const middle: Place = [start + endpoints * perEndpoint * 500, "", ""];
  return [
    ["the first page", {}],
    ["a page in the middle", { after: middle }],
    ["received only", { direction: "mo" }],
    ["buffered only", { delivery: ["buffered"] }],
    ["a delivery that none has", { delivery: ["failed"] }],
    ["unknown only", { outcome: [5] }],
    ["accepted only", { outcome: [3] }],
    ["a word that many have", { search: "battery" }],
    ["a text that one has", { search: "reset 4242" }],
    ["a text that none has", { search: "nothing like it" }],
    ["two letters", { search: "ok" }],
    ["fifty names", { search: "qqq", named: Array.from({ length: 50 }, (_, index) => String(70_001 + index)) }],
  ];
}

function fillLists(db: WriteDb, endpoints: number): void {
  const listOf = (slot: number): ReadList => {
    const endpoint = String(70_001 + slot);
    const records = Array.from({ length: perEndpoint }, (_, index) => {
      const number = slot * perEndpoint + index;
      const payload = number % 3 === 0 ? `RESET ${number}` : `battery ${number % 97} % ok`;
      return {
        key: String(700_001 + number),
        at: start + ((number * 7919) % (endpoints * perEndpoint)) * 1000,
        direction: number % 4 === 0 ? "mo" : "mt",
        delivery: number % 5 === 0 ? "buffered" : "delivered",
        searchText: `${payload.toLowerCase()}\n4911\n${endpoint}`,
        contactAt: undefined,
        record: JSON.stringify({ id: 700_001 + number, payload, source_address: "4911", filler: "x".repeat(400) }),
      };
    });
    return { connection: 1, endpoint, asOf: start + slot, complete: true, records };
  };
  for (let from = 0; from < endpoints; from += listsPerStep) {
    saveLists(
      db,
      Array.from({ length: Math.min(listsPerStep, endpoints - from) }, (_, index) => listOf(from + index)),
    );
  }
}

/** One campaign over all endpoints: most accepted with a record, some rejected, a few unknown. */
function fillLedger(db: WriteDb, endpoints: number): void {
  db.transaction(() => {
    const { lastInsertRowid: campaign } = db.run(
      `INSERT INTO campaign (kind, connection, name, state, source_address, template, options, concurrency, created_at)
        VALUES ('bulk', 1, 'bench', 'finished', '4911', '', '{}', 16, ?)`,
      start,
    );
    for (let slot = 0; slot < endpoints; slot += 1) {
      const outcome = slot % 50 === 0 ? 4 : slot % 100 === 1 ? 5 : 3;
      db.run(
        "INSERT INTO recipient (campaign, row, outcome, endpoint, given, text, segments, intent_at, sms_id) VALUES (?, ?, ?, ?, '', 'RESET', 1, ?, ?)",
        campaign,
        slot + 1,
        outcome,
        String(70_001 + slot),
        start + slot * 10_000,
        outcome === 3 ? String(700_001 + slot * perEndpoint) : null,
      );
    }
  });
}
