/** A worker loop over a ledger in memory, on a fake clock. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect } from "vitest";
import type { Attempt } from "../../main/core/jobs/attempt.ts";
import type { ClaimedRow } from "../../main/core/jobs/ledger.ts";
import { createPacer } from "../../main/core/jobs/pacer.ts";
import { createSlowStart, type SlowStart } from "../../main/core/jobs/slow-start.ts";
import { createStopRule } from "../../main/core/jobs/stop-rule.ts";
import { createOutageDetector, createOutageTracker } from "../../main/core/jobs/outage.ts";
import {
  createWorkerLoop,
  type Gate,
  type LoopEnd,
  type Permits,
  type WorkerLoop,
} from "../../main/core/jobs/worker-loop.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { createMemoryLedger, type MemoryLedger } from "../fakes/memory-ledger.ts";

export const accepted: Attempt = { outcome: "accepted", reference: "1" };
export const rejected: Attempt = {
  outcome: "refused",
  code: "http-422",
  message: codedText("service-refused", { status: 422 }),
  forbidden: false,
};
export const lost: Attempt = { outcome: "unknown", code: "connection-lost", message: codedText("connection-lost") };
export const throttled = {
  outcome: "not-sent",
  cause: "throttled",
  code: "throttled",
  message: codedText("throttled", { status: 429 }),
} as const satisfies Attempt;
export const offline: Attempt = {
  outcome: "not-sent",
  cause: "offline",
  code: "connection-refused",
  message: codedText("connection-refused", { host: "host.example" }),
};
export const signedOut: Attempt = {
  outcome: "not-sent",
  cause: "signed-out",
  code: "sign-in-required",
  message: codedText("token-rejected"),
};

export interface Setup {
  readonly rows: number;
  /** Rows after this one belong to closed waves. */
  readonly open?: number;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly gate?: () => Gate | undefined;
  readonly slowStart?: SlowStart;
  readonly permits?: Permits;
  readonly perform: (
    row: ClaimedRow,
    signal: AbortSignal,
    clock: FakeClock,
    beforeWrite: () => Promise<void> | undefined,
  ) => Promise<Attempt> | Attempt;
}

export interface Stage {
  readonly clock: FakeClock;
  readonly ledger: MemoryLedger;
  readonly loop: WorkerLoop;
  readonly performed: number[];
  readonly mostInFlight: () => number;
}

export function setUp(setup: Setup): Stage {
  const clock = createFakeClock();
  const ledger = createMemoryLedger(clock, setup.rows, () => setup.open ?? setup.rows);
  const performed: number[] = [];
  let inFlight = 0;
  let most = 0;
  const loop = createWorkerLoop({
    ledger,
    clock,
    pacer: createPacer(clock, setup.rate),
    permits: setup.permits ?? { acquireUpTo: (max) => Promise.resolve(max), giveBack: () => undefined },
    stopRule: createStopRule({ refusedShare: 0.2, minimumAttempts: 20, consecutive: 10, forbidden: 2 }),
    concurrency: () => setup.concurrency ?? 4,
    paced: () => setup.rate !== undefined,
    gate: setup.gate ?? (() => undefined),
    outageTracker: createOutageTracker(clock, { namedMs: 60_000, unnamedMs: 60_000 }),
    outageDetector: createOutageDetector(),
    slowStart: setup.slowStart ?? createSlowStart(),
    onCommit: () => undefined,
    async perform(row, signal, beforeWrite) {
      // Claims must be on disk before a request is sent.
      expect(ledger.states.get(row.row)).toBe("sending");
      performed.push(row.row);
      inFlight += 1;
      most = Math.max(most, inFlight);
      try {
        return await setup.perform(row, signal, clock, beforeWrite);
      } finally {
        inFlight -= 1;
      }
    },
  });
  return { clock, ledger, loop, performed, mostInFlight: () => most };
}

/** Advances the fake clock until the loop has ended. */
export async function finish({ clock }: Stage, running: Promise<LoopEnd>): Promise<LoopEnd> {
  const progress = { ended: false };
  const end = running.finally(() => {
    progress.ended = true;
  });
  end.catch(() => undefined);
  for (let second = 0; second < 300 && !progress.ended; second += 1) await clock.advance(1000);
  return end;
}

export const tally = ({ ledger }: Stage): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const state of ledger.states.values()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};
