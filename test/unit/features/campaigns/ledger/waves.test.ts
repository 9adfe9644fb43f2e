/**
 * Any interleaving of outcomes, deliveries, replies, time, a crash, a retry and an operator who opens waves, on a real database: waves
 * are opened in their order, and no recipient of a wave is sent to before the one ahead of it has passed.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { openWave, turnGate } from "../../../../../main/features/campaigns/ledger/queries-gate.ts";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { reconcile } from "../../../../../main/features/campaigns/ledger/queries-reconcile.ts";
import {
  createWaves,
  leftToDo,
  listWaves,
  assignToWave,
} from "../../../../../main/features/campaigns/ledger/queries-waves.ts";
import { getCampaign, moveCampaign } from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { isAppError } from "#shared/failure.ts";
import type { OutcomeRecord } from "../../../../../main/core/jobs/ledger.ts";
import { holder, makePlannedCampaign, retryAll } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

const minute = 60_000;
let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const wavePlan: WavePlan = {
  canary: { size: { count: 2 }, over: [], gate: { on: "delivered", share: 0.5, withinMinutes: 30 } },
  waves: { size: { count: 3 }, pauseMinutes: 5, gate: { on: "expected-reply", share: 0.6, withinMinutes: 60 } },
};
const rowsByWave = [
  [4, 7],
  [2, 3, 5],
  [6, 8, 9],
  [10, 11, 12],
] as const;
const waveOf: ReadonlyMap<number, number> = new Map(
  rowsByWave.flatMap((rows, wave) => rows.map((row) => [row, wave] as const)),
);

type Step =
  | { readonly do: "claim"; readonly count: number }
  | { readonly do: "settle"; readonly outcomes: readonly ("accepted" | "refused" | "unknown" | "not-sent")[] }
  | { readonly do: "deliver"; readonly place: number; readonly delivery: "delivered" | "failed" | "buffered" }
  | { readonly do: "reply"; readonly place: number; readonly reply: "as-expected" | "otherwise" | "silent" }
  | { readonly do: "pass"; readonly minutes: number }
  | { readonly do: "turn" | "work" | "crash" | "person" | "look-up" | "retry" };

const place = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("claim" as const), count: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      outcomes: fc.array(fc.constantFrom("accepted", "accepted", "accepted", "refused", "unknown", "not-sent"), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      place,
      delivery: fc.constantFrom("delivered", "delivered", "failed", "buffered"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("reply" as const),
      place,
      reply: fc.constantFrom("as-expected", "as-expected", "otherwise", "silent"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("turn" as const, "work" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("crash" as const, "person" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("look-up" as const, "retry" as const) }) },
);

/** One campaign, with a simple model of its expected state. */
class CampaignModel {
  readonly campaign: number;
  readonly opened: number[] = [0];
  /** Waves whose gate was satisfied. */
  passedGates = 0;
  #inFlight: number[] = [];
  #now = 10_000;

  constructor() {
    const { db } = database;
    this.campaign = makePlannedCampaign(db, { rows: 11, wavePlan });
    createWaves(db, { campaign: this.campaign, sizes: rowsByWave.map(({ length }) => length) });
    rowsByWave.forEach((rows, wave) =>
      assignToWave(db, { campaign: this.campaign, wave, rows: Float64Array.from(rows) }),
    );
    moveCampaign(db, { campaign: this.campaign, event: "start", now: this.#now });
  }

  run(next: Step): void {
    const { campaign } = this;
    const { db } = database;
    this.#now += 1_000;
    const now = this.#now;
    switch (next.do) {
      case "claim":
        return this.#commit([], next.count);
      case "settle":
        return this.#commit(
          next.outcomes.flatMap((outcome): OutcomeRecord[] => {
            const row = this.#inFlight.shift();
            if (row === undefined) return [];
            if (outcome === "accepted") return [{ row, outcome, reference: `sms-${row}` }];
            if (outcome === "not-sent") return [{ row, outcome, code: "throttled", performed: true }];
            return [{ row, outcome, code: "code", message: codedText("connection-lost") }];
          }),
          0,
        );
      case "deliver":
        return this.#learn("delivery", next.delivery, next.place);
      case "reply":
        return this.#learn("reply", next.reply, next.place);
      case "pass":
        this.#now += next.minutes * minute;
        return undefined;
      case "work":
        for (let round = 0; round < 3; round += 1) {
          this.#commit(
            this.#inFlight.splice(0).map((one) => ({ row: one, outcome: "accepted", reference: `sms-${one}` })),
            round === 2 ? 0 : 12,
          );
        }
        return undefined;
      case "turn":
        return this.#turn();
      case "crash":
        this.#inFlight = [];
        recover(db, { campaign, now, checkAt: now });
        // Recovered by the next process, and started again by an operator.
        if (getCampaign(db, campaign).state === "running") {
          moveCampaign(db, { campaign, event: "recover", reason: "interrupted", now });
        }
        moveCampaign(db, { campaign, event: "start", now });
        return undefined;
      case "person":
        return this.#personOpens();
      case "look-up":
        return this.#lookUp();
      case "retry":
        retryAll(db, { campaign, scope: "refused", now });
        return undefined;
    }
  }

  #commit(outcomeRecords: readonly OutcomeRecord[], count: number): void {
    const { campaign } = this;
    // A loop claims only while the campaign runs.
    const claim = getCampaign(database.db, campaign).state === "running" ? count : 0;
    const args = {
      campaign,
      holder,
      outcomeRecords,
      claim,
      now: this.#now,
      offsetMs: undefined,
      firstCheckAt: this.#now,
    };
    const claimed = commit(database.db, args).claimed.map((one) => one.row);
    for (const one of claimed) expect(this.opened).toContain(waveOf.get(one));
    this.#inFlight.push(...claimed);
  }

  /** Records a delivery or a reply of an accepted recipient of the current wave. */
  #learn(column: "delivery" | "reply", value: string, place: number): void {
    database.db.run(
      `UPDATE recipient SET ${column} = ? WHERE campaign = ? AND outcome = 3 AND row = ?`,
      value,
      this.campaign,
      rowsByWave[Math.max(...this.opened)]?.[place] ?? 0,
    );
  }

  /** The actions of a run when nothing is left to claim or in flight. */
  #turn(): void {
    const { db } = database;
    const before = getCampaign(db, this.campaign);
    const { unknown, last } = leftToDo(db, this.campaign);
    if (this.#inFlight.length > 0 || unknown > 0 || last) return;
    if (before.state === "paused" && before.reason !== "canary-gate") return;
    // An operator resumes one whose gate has failed.
    if (before.state === "paused") moveCampaign(db, { campaign: this.campaign, event: "start", now: this.#now });
    const pendingBefore = this.#pendingOfOpenWaves();
    const turn = turnGate(db, { campaign: this.campaign, now: this.#now, zone: "UTC" });
    const { openWave: currentWave, state, reason } = getCampaign(db, this.campaign);
    if (currentWave > before.openWave) {
      expect(turn.kind).toBe("open");
      expect(pendingBefore).toBe(0);
      this.#checkGate(before.openWave);
      this.passedGates += 1;
      this.opened.push(currentWave);
    }
    expect(turn.kind === "open" ? state : reason).toBe(turn.kind === "open" ? "running" : "canary-gate");
  }

  /** Recounts the gate of the wave that was completed. */
  #checkGate(wave: number): void {
    const rows = database.db.all<{ outcome: number; delivery: string | null; reply: string | null }>(
      "SELECT outcome, delivery, reply FROM recipient WHERE campaign = ? AND ring = ? AND outcome IN (3, 4, 5)",
      this.campaign,
      wave,
    );
    const passedCount = rows.filter((one) =>
      wave === 0 ? one.delivery === "delivered" : one.reply === "as-expected",
    ).length;
    expect(passedCount / rows.length).toBeGreaterThanOrEqual(wave === 0 ? 0.5 : 0.6);
    const { drainedAt = Number.NaN } = listWaves(database.db, this.campaign)[wave] ?? {};
    if (wave > 0) expect(this.#now - drainedAt).toBeGreaterThanOrEqual(5 * minute);
  }

  #pendingOfOpenWaves(): number {
    const result = database.db.get<{ count: number }>(
      "SELECT count(*) AS count FROM recipient WHERE campaign = ? AND outcome = 1 AND ring <= ?",
      this.campaign,
      Math.max(...this.opened),
    );
    return result?.count ?? 0;
  }

  #personOpens(): void {
    try {
      const { openWave: currentWave } = openWave(database.db, {
        campaign: this.campaign,
        now: this.#now,
        working: true,
      });
      this.opened.push(currentWave);
    } catch (error) {
      expect(isAppError(error, "ring-last")).toBe(true);
    }
  }

  #lookUp(): void {
    const { campaign } = this;
    const unknown = database.db.all<{ row: number; attempts: number }>(
      "SELECT row, attempts FROM recipient WHERE campaign = ? AND outcome = 5",
      campaign,
    );
    const verdicts = unknown.map(({ row, attempts }) => ({ row, attempt: attempts, kind: "not-sent" as const }));
    reconcile(database.db, { campaign, verdicts, now: this.#now });
  }

  /** Invariants at every moment. */
  check(): void {
    const stored = listWaves(database.db, this.campaign);
    const open = Math.max(...this.opened);
    expect(this.opened).toEqual(Array.from({ length: open + 1 }, (_, wave) => wave));
    expect(getCampaign(database.db, this.campaign).openWave).toBe(open);
    for (const { wave, phase } of stored) {
      if (wave < open) expect(phase).toBe("passed");
      else if (wave > open) expect(phase).toBe("closed");
      else expect(["sending", "waiting", "failed"]).toContain(phase);
    }
    const touched = database.db.all<{ wave: number }>(
      "SELECT DISTINCT ring AS wave FROM recipient WHERE campaign = ? AND outcome <> 1",
      this.campaign,
    );
    for (const { wave } of touched) expect(wave).toBeLessThanOrEqual(open);
  }
}

describe("waves", () => {
  it("are opened in order, and no recipient is sent to before the wave ahead has passed", () => {
    let passedGates = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 90 }), (steps) => {
        const model = new CampaignModel();
        for (const next of steps) {
          model.run(next);
          model.check();
        }
        passedGates += model.passedGates;
      }),
      { numRuns: 100 },
    );
    // A property that rarely satisfies a gate would prove nothing.
    expect(passedGates).toBeGreaterThanOrEqual(10);
  });
});
