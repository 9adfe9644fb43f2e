/**
 * Runs a job that an operator follows until its rows are done: outages are waited out up to a limit, and a longer one ends the run, which
 * can be resumed. (Campaigns have a loop of their own; see `features/campaigns/running/campaign-run.ts`.)
 *
 * Invariant: `perform` moves its row on disk. The queue is in memory: a row is claimed once, and again only after an attempt that certainly
 * was not sent.
 */
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../hosts.ts";
import { abortedError, sleep, throwIfStopped } from "../wait.ts";
import type { Attempt } from "./attempt.ts";
import { backoffMs } from "./backoff.ts";
import type { WorkQueue } from "./ledger.ts";
import { createOutageDetector, createOutageTracker } from "./outage.ts";
import { createPacer } from "./pacer.ts";
import { createSlowStart } from "./slow-start.ts";
import { createWorkerLoop } from "./worker-loop.ts";

export interface JobKind<Row extends { readonly row: number }> {
  /** The next rows with a number above `after`, in order; fewer than `limit` only when there are no more. */
  readonly load: (after: number, limit: number) => Promise<readonly Row[]>;
  /** Rows performed at the same time. */
  readonly concurrency: number;
  /**
   * How long to wait without a connection, and where the service requests it and accepts nothing. Without it, 30 s, and a second such
   * request in a row ends the run.
   */
  readonly outageLimitMs?: number;
  /** Performs one row. An error ends the run, after the rows in progress. */
  readonly perform: (row: Row) => Promise<Attempt>;
}

const usualOfflineLimitMs = 30_000;
/** While throttled without a success. */
const usualThrottledLimitMs = 15 * 60_000;
const firstRestMs = 250;
const longestRestMs = 5_000;

/**
 * Resolves when no row is left. Rejects with the first error of `perform`, with `aborted` once `signal` is aborted, and with the code and
 * message of the last failure when an outage lasts too long; always after the rows in progress have ended.
 */
export async function runJob<Row extends { readonly row: number }>(
  { load, concurrency, outageLimitMs, perform }: JobKind<Row>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const run: { failure?: { readonly error: unknown }; code: string; answers: number; offlineSince?: number } = {
    code: "interrupted",
    answers: 0,
  };
  let rests = 0;
  const slowStart = createSlowStart();
  const shared = {
    ledger: createRowQueue(load),
    clock,
    pacer: createPacer(clock, undefined),
    // Each request has a permit of its own.
    permits: { acquireUpTo: (max: number) => Promise.resolve(max), giveBack: () => undefined },
    stopRule: { add: () => undefined },
    outageTracker: createOutageTracker(clock, {
      namedMs: outageLimitMs ?? usualThrottledLimitMs,
      unnamedMs: usualThrottledLimitMs,
    }),
    outageDetector: createOutageDetector(),
    slowStart,
    concurrency: () => concurrency,
    paced: () => false,
    gate: () => undefined,
    onCommit: () => undefined,
  };
  for (;;) {
    throwIfStopped(signal);
    const { answers } = run;
    const loop = createWorkerLoop({
      ...shared,
      perform: async (row: Row): Promise<Attempt> => {
        try {
          const attempt = await perform(row);
          if (attempt.outcome === "not-sent" || attempt.outcome === "unknown") run.code = attempt.code;
          else {
            run.answers += 1;
            delete run.offlineSince;
          }
          return attempt;
        } catch (error) {
          run.failure ??= { error };
          loop.pause();
          const { code, text } = abortedError();
          return { outcome: "not-sent", cause: "offline", code, message: text };
        }
      },
    });
    const pause = (): void => loop.pause();
    signal.addEventListener("abort", pause, { once: true });
    const end = await loop.run().finally(() => signal.removeEventListener("abort", pause));
    if (run.failure !== undefined) throw run.failure.error;
    throwIfStopped(signal);
    switch (end.kind) {
      case "drained":
        return;
      case "offline":
        if (run.offlineSince === undefined) rests = 0;
        run.offlineSince ??= clock.monotonic();
        if (clock.monotonic() - run.offlineSince >= (outageLimitMs ?? usualOfflineLimitMs))
          throw new AppError(run.code, end.message);
        slowStart.restart();
        await sleep(clock, backoffMs(rests, firstRestMs, longestRestMs), signal);
        rests += 1;
        break;
      case "throttled":
        if (outageLimitMs === undefined && run.answers === answers) throw new AppError(run.code, end.message);
        // The governor would wait as well, but a read fails where the wait is longer than its own limit.
        await sleep(clock, end.forMs, signal);
        break;
      default:
        throw "message" in end ? new AppError(run.code, end.message) : abortedError();
    }
  }
}

/** Claims rows in memory, in order; a row that was not sent is loaded again, as its attempt left it. */
function createRowQueue<Row extends { readonly row: number }>(load: JobKind<Row>["load"]): WorkQueue<Row, undefined> {
  const released: number[] = [];
  let last = 0;
  let isExhausted = false;
  return {
    commit: async (outcomes, claim) => {
      for (const { row, outcome } of outcomes) if (outcome === "not-sent") released.push(row);
      const claimed: Row[] = [];
      for (const row of released.splice(0, claim))
        claimed.push(...(await load(row - 1, 1)).filter((again) => again.row === row));
      const free = claim - claimed.length;
      if (free > 0 && !isExhausted) {
        const rows = await load(last, free);
        isExhausted = rows.length < free;
        last = rows.at(-1)?.row ?? last;
        claimed.push(...rows);
      }
      return { claimed, counts: undefined, more: released.length > 0 || !isExhausted };
    },
    requireOwner: () => Promise.resolve(),
  };
}
