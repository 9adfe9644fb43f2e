/**
 * Any interleaving of claim, answer, crash, restart, reconcile, cancel and retry, on a real database, against a model of the service
 * that stores every SMS it accepted.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelPending } from "../../../../../main/features/campaigns/ledger/queries-recipients.ts";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { readCounts } from "../../../../../main/features/campaigns/ledger/queries-counters.ts";
import {
  dueUnknown,
  recheckUnknown,
  reconcile,
} from "../../../../../main/features/campaigns/ledger/queries-reconcile.ts";
import { listRecipients, recount } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import type { ClaimedRow, OutcomeRecord, Verdict } from "../../../../../main/core/jobs/ledger.ts";
import { holder, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

const rows = 12;
let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

/** How one attempt ends, and whether the service received the message. */
const endings = [
  { outcome: "accepted", isReceived: true },
  { outcome: "refused", isReceived: false },
  { outcome: "unknown", isReceived: true },
  { outcome: "unknown", isReceived: false },
  { outcome: "not-sent", isReceived: false },
] as const;

type Step =
  | { readonly do: "commit"; readonly answers: readonly number[]; readonly claim: number }
  | { readonly do: "crash"; readonly sent: number }
  | { readonly do: "look-up"; readonly unclear: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("commit" as const),
      answers: fc.array(fc.nat(endings.length - 1), { maxLength: 5 }),
      claim: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const), sent: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look-up" as const), unclear: fc.nat(2) }) },
);

class CampaignModel {
  readonly receipts = new Map<string, number>();
  readonly campaign: number;
  #inFlight: ClaimedRow[] = [];
  #outcomes: readonly Verdict[] = [];
  #now = 10_000;

  constructor() {
    this.campaign = makeRunningCampaign(database.db, rows);
  }

  take(row: ClaimedRow): string {
    this.receipts.set(row.target, (this.receipts.get(row.target) ?? 0) + 1);
    return this.#reference(row.target);
  }

  #reference(target: string): string {
    return `sms-${this.campaign}-${target}`;
  }

  run(next: Step): void {
    this.#now += 1_000;
    switch (next.do) {
      case "commit":
        return this.#commit(next.answers, next.claim);
      case "crash":
        // Some of the claimed messages reached the service, whatever the ledger recorded.
        for (const row of this.#inFlight.slice(0, next.sent)) this.take(row);
        this.#inFlight = [];
        recover(database.db, { campaign: this.campaign, now: this.#now, checkAt: this.#now });
        return undefined;
      case "look-up":
        return this.#lookUp(next.unclear);
    }
  }

  #commit(answers: readonly number[], claim: number): void {
    const outcomeRecords = answers.flatMap((answer): OutcomeRecord[] => {
      const row = this.#inFlight.shift();
      const ending = endings[answer];
      if (row === undefined || ending === undefined) return [];
      const reference = ending.isReceived ? this.take(row) : undefined;
      const base = { row: row.row, code: "code", message: codedText("connection-lost") };
      if (ending.outcome === "accepted") return [{ row: row.row, outcome: "accepted", reference }];
      if (ending.outcome === "not-sent") return [{ row: row.row, outcome: "not-sent", code: "x", performed: true }];
      return [{ ...base, outcome: ending.outcome }];
    });
    const now = this.#now;
    const args = {
      campaign: this.campaign,
      holder,
      outcomeRecords,
      claim,
      now,
      offsetMs: undefined,
      firstCheckAt: now,
    };
    this.#inFlight.push(...commit(database.db, args).claimed);
  }

  /** Applies the result of an earlier look-up, however late it is, and starts the next one. */
  #lookUp(unclear: number): void {
    const { campaign } = this;
    reconcile(database.db, { campaign, verdicts: this.#outcomes, now: this.#now });
    recheckUnknown(database.db, campaign);
    const due = dueUnknown(database.db, { campaign, now: this.#now, limit: 100 });
    this.#outcomes = due.rows.map(({ row, attempt, target }, index): Verdict => {
      const base = { row, attempt };
      if (index < unclear) {
        return {
          ...base,
          kind: "still-unknown",
          code: "unreadable",
          detail: codedText("record-unreadable"),
          nextCheckAt: undefined,
        };
      }
      return this.receipts.has(target)
        ? { ...base, kind: "accepted", reference: this.#reference(target) }
        : { ...base, kind: "not-sent" };
    });
  }

  /** Invariants at every moment. */
  check(): void {
    const counts = readCounts(database.db, this.campaign);
    expect(recount(database.db, this.campaign)).toEqual(counts);
    expect(counts.planned).toBe(rows);
    expect(counts.sending).toBe(this.#inFlight.length);
    expect([...this.receipts.values()].filter((times) => times > 1)).toEqual([]);
  }

  /** Processes all rows without further failures. */
  finish(): void {
    this.run({ do: "crash", sent: 0 });
    for (let round = 0; round < 3 * rows; round += 1) {
      this.run({ do: "look-up", unclear: 0 });
      this.run({ do: "commit", answers: [0, 0, 0, 0, 0], claim: 5 });
    }
  }
}

describe("the ledger", () => {
  it("loses no recipient and sends to none twice, in any order of events", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new CampaignModel();
        for (const next of steps) {
          model.run(next);
          model.check();
        }
        model.finish();
        model.check();
        const counts = readCounts(database.db, model.campaign);
        expect(counts.accepted + counts.refused).toBe(rows);
        expect(model.receipts.size).toBe(counts.accepted);
      }),
      { numRuns: 60 },
    );
  });

  it("commits nothing of a group with an outcome for a row that is not being sent", () => {
    const campaign = makeRunningCampaign(database.db, 3);
    const base = { campaign, holder, now: 5, offsetMs: undefined, firstCheckAt: 5 };
    commit(database.db, { ...base, outcomeRecords: [], claim: 1 });
    const outcomeRecords: OutcomeRecord[] = [
      { row: 2, outcome: "accepted", reference: "1" },
      { row: 3, outcome: "accepted", reference: "2" },
    ];
    expect(() => commit(database.db, { ...base, outcomeRecords, claim: 1 })).toThrow(
      expect.objectContaining({ code: "ledger-conflict" }),
    );
    expect(readCounts(database.db, campaign)).toMatchObject({ sending: 1, accepted: 0, pending: 2 });
  });

  it("rejects a claim by a process that does not hold the lease", () => {
    const campaign = makeRunningCampaign(database.db, 3);
    const other = { ...holder, instance: "another" };
    const args = {
      campaign,
      holder: other,
      outcomeRecords: [],
      claim: 1,
      now: 5,
      offsetMs: undefined,
      firstCheckAt: 5,
    };
    expect(() => commit(database.db, args)).toThrow(expect.objectContaining({ code: "lease-lost" }));
  });

  it("cancels at claiming a recipient that was suppressed after planning", () => {
    const campaign = makeRunningCampaign(database.db, 2);
    database.db.run("INSERT INTO suppression (campaign, endpoint) VALUES (?, '1001')", campaign);
    const args = { campaign, holder, outcomeRecords: [], claim: 5, now: 5, offsetMs: undefined, firstCheckAt: 5 };
    expect(commit(database.db, args).claimed.map(({ target }) => target)).toEqual(["1002"]);
    const [first] = listRecipients(database.db, { campaign, outcome: "cancelled", after: 0, limit: 5 });
    expect(first).toMatchObject({ endpoint: "1001", code: "suppressed", attempts: 0 });
    expect(recount(database.db, campaign)).toEqual(readCounts(database.db, campaign));
  });

  it("cancels, instead of sending again, a recipient proven not sent after the campaign was cancelled", () => {
    const campaign = makeRunningCampaign(database.db, 2);
    const args = { campaign, holder, outcomeRecords: [], claim: 1, now: 5, offsetMs: undefined, firstCheckAt: 5 };
    commit(database.db, args);
    recover(database.db, { campaign, now: 6, checkAt: 6 });
    cancelPending(database.db, { campaign, code: "cancelled", now: 7 });
    database.db.run("UPDATE campaign SET state = 'cancelled' WHERE id = ?", campaign);
    const counts = reconcile(database.db, { campaign, verdicts: [{ row: 2, attempt: 1, kind: "not-sent" }], now: 8 });
    expect(counts).toMatchObject({ pending: 0, unknown: 0, cancelled: 2 });
  });

  it("does not apply the verdict on an earlier attempt to a newer one", () => {
    const campaign = makeRunningCampaign(database.db, 1);
    const args = { campaign, holder, outcomeRecords: [], claim: 1, now: 5, offsetMs: undefined, firstCheckAt: 5 };
    for (const now of [6, 8]) {
      commit(database.db, args);
      recover(database.db, { campaign, now, checkAt: now });
      reconcile(database.db, { campaign, verdicts: [{ row: 2, attempt: 1, kind: "not-sent" }], now });
    }
    expect(readCounts(database.db, campaign)).toMatchObject({ pending: 0, unknown: 1 });
  });

  it("assigns one SMS to one recipient only", () => {
    const first = makeRunningCampaign(database.db, 1);
    const second = makeRunningCampaign(database.db, 1);
    for (const campaign of [first, second]) {
      commit(database.db, {
        campaign,
        holder,
        outcomeRecords: [],
        claim: 1,
        now: 5,
        offsetMs: undefined,
        firstCheckAt: 5,
      });
      recover(database.db, { campaign, now: 6, checkAt: 6 });
    }
    const verdicts: Verdict[] = [{ row: 2, attempt: 1, kind: "accepted", reference: "77" }];
    expect(reconcile(database.db, { campaign: first, verdicts, now: 8 })).toMatchObject({ accepted: 1, unknown: 0 });
    expect(reconcile(database.db, { campaign: second, verdicts, now: 8 })).toMatchObject({ accepted: 0, unknown: 1 });
  });
});
