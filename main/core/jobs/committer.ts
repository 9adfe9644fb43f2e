/**
 * Combines outcomes and claims into one commit at a time: what arrives during a commit goes into the next.
 *
 * Invariant: outcomes are committed in the order in which they were recorded, each exactly once; after a failed commit none is.
 */
import type { Clock } from "../hosts.ts";
import type { Commit, OutcomeRecord, WorkQueue } from "./ledger.ts";

/** How long a single outcome waits for others, in milliseconds. */
const gatherMs = 10;

export interface Committer<Row> {
  recordOutcome(outcomeRecord: OutcomeRecord): void;
  /** Claims up to `max` rows, in one commit with the outcomes that are waiting. */
  claim(max: number): Promise<readonly Row[]>;
  /** Resolves once everything recorded so far is on disk. */
  flush(): Promise<void>;
}

interface Deferred<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitterOptions<Row, Counts> {
  /** This many outcomes are committed without waiting for more. */
  readonly groupSize: () => number;
  readonly onCommit: (commit: Commit<Row, Counts>, outcomeRecords: readonly OutcomeRecord[]) => void;
  /** A commit failed: nothing more will be committed, and waiting callers are rejected with the same error. */
  readonly onFailure: (error: unknown) => void;
}

export function createCommitter<Row, Counts>(
  queue: WorkQueue<Row, Counts>,
  clock: Clock,
  options: CommitterOptions<Row, Counts>,
): Committer<Row> {
  let waiting: OutcomeRecord[] = [];
  let request: (Deferred<readonly Row[]> & { readonly max: number }) | undefined;
  let busy = false;
  let cancelGather: (() => void) | undefined;
  const idle: Deferred<void>[] = [];
  let failure: { readonly error: unknown } | undefined;

  function poke(): void {
    if (busy || failure !== undefined) return;
    if (request !== undefined || waiting.length >= options.groupSize() || idle.length > 0) {
      cancelGather?.();
      cancelGather = undefined;
      void commit();
    } else if (waiting.length > 0) {
      cancelGather ??= clock.after(gatherMs, () => {
        cancelGather = undefined;
        if (!busy && failure === undefined) void commit();
      });
    }
  }

  async function commit(): Promise<void> {
    const outcomeRecords = waiting;
    const claim = request;
    waiting = [];
    request = undefined;
    if (outcomeRecords.length > 0 || claim !== undefined) {
      busy = true;
      try {
        const done = await queue.commit(outcomeRecords, claim?.max ?? 0);
        options.onCommit(done, outcomeRecords);
        claim?.resolve(done.claimed);
      } catch (error) {
        fail(error, claim);
        return;
      } finally {
        busy = false;
      }
    }
    if (waiting.length === 0 && request === undefined) {
      for (const done of idle.splice(0)) done.resolve();
    }
    poke();
  }

  function fail(error: unknown, claim: Deferred<readonly Row[]> | undefined): void {
    failure = { error };
    claim?.reject(error);
    request?.reject(error);
    for (const deferred of idle.splice(0)) deferred.reject(error);
    options.onFailure(error);
  }

  return {
    recordOutcome(outcomeRecord) {
      waiting.push(outcomeRecord);
      poke();
    },
    claim(max) {
      return new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        request = { max, resolve, reject };
        poke();
      });
    },
    flush() {
      return new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        idle.push({ resolve, reject });
        poke();
      });
    },
  };
}
