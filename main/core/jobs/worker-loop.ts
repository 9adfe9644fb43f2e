/**
 * Processes a job's pending rows: claims in groups, performs with bounded concurrency, records outcomes in groups.
 *
 * Invariants
 * - A row is performed only after its claim is committed, and only once per claim.
 * - Every claimed row gets an outcome: performed, or released unperformed when the loop stops or must wait.
 * - Claims run ahead by no more than what is about to be performed, so a crash leaves few rows unknown.
 * - A row whose claim may be old is performed, and its request written, only after the ledger confirmed that the job is still ours:
 *   a process that was suspended may have lost it to another one, which looks up the claimed rows and sends them.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../hosts.ts";
import { isAppError } from "#shared/failure.ts";
import { abortedError } from "../wait.ts";
import { outcomeRecordOf, unexpectedEnd, type Attempt } from "./attempt.ts";
import { createCommitter, type Committer } from "./committer.ts";
import type { ClaimedRow, OutcomeRecord, RowCounts, WorkQueue } from "./ledger.ts";
import type { NotSent, OutageDetector, OutageEnd, OutageTracker } from "./outage.ts";
import { createSpeed, type Pacer, type Speed } from "./pacer.ts";
import type { SlowStart } from "./slow-start.ts";
import type { StopRule } from "./stop-rule.ts";

/** Why a loop ended. `drained`: no pending row may be claimed, and nothing is in flight. */
export type LoopEnd =
  | { readonly kind: "drained" }
  | { readonly kind: "paused" }
  | { readonly kind: "gate"; readonly gate: Gate }
  | { readonly kind: "errors" | "budget"; readonly message: CodedText }
  /** The service requested a long wait; no request may be sent before it is over. */
  | { readonly kind: "throttled"; readonly message: CodedText; readonly forMs: number }
  | OutageEnd;

/** A closed gate: nothing may be claimed now. */
export interface Gate {
  readonly reason: string;
  readonly message: CodedText;
  readonly until?: number;
}

interface AnyRow {
  readonly row: number;
}

export interface Permits {
  acquireUpTo(max: number, signal: AbortSignal): Promise<number>;
  giveBack(count: number): void;
}

export interface WorkerLoopOptions<Row extends AnyRow = ClaimedRow, Counts = RowCounts> {
  readonly ledger: WorkQueue<Row, Counts>;
  readonly clock: Clock;
  readonly pacer: Pacer;
  readonly permits: Permits;
  readonly stopRule: StopRule;
  readonly concurrency: () => number;
  /** True while a rate is set: nothing is claimed ahead then. */
  readonly paced: () => boolean;
  readonly gate: () => Gate | undefined;
  /** Calls `beforeWrite` just before it writes a request, and writes nothing where that rejects. */
  readonly perform: (row: Row, signal: AbortSignal, beforeWrite: () => Promise<void> | undefined) => Promise<Attempt>;
  readonly onCommit: (counts: Counts, outcomeRecords: readonly OutcomeRecord[]) => void;
  /** State that outlasts one loop of a run. */
  readonly outageTracker: OutageTracker;
  readonly outageDetector: OutageDetector;
  readonly slowStart: SlowStart;
}

export interface WorkerLoop {
  /** Runs until drained, stopped or ended by a rule. Rejects when the ledger fails. */
  run(): Promise<LoopEnd>;
  /** Stops claiming; requests in flight finish, and those that were not written yet are not sent. */
  pause(): void;
  /** Stops claiming and aborts requests in flight: their rows become unknown. */
  abort(): void;
  /** Releases rows that were claimed but not performed, so that they are claimed by the rules of now. */
  releaseClaimed(): void;
  /** What prevents sending at the moment, from the last attempt; a complete sentence. */
  readonly outage: CodedText | undefined;
}

/** Claims run ahead by what is performed in this time: the duration of a commit on a slow disk. */
const aheadMs = 40;
/** A longer wait that the service requests ends the loop. */
const longestThrottleMs = 10_000;

export function createWorkerLoop<Row extends AnyRow, Counts>(options: WorkerLoopOptions<Row, Counts>): WorkerLoop {
  return new Loop(options);
}

class Loop<Row extends AnyRow, Counts> implements WorkerLoop {
  readonly #options: WorkerLoopOptions<Row, Counts>;
  readonly #committer: Committer<Row>;
  readonly #stopClaiming = new AbortController();
  readonly #abortFlight = new AbortController();
  readonly #ready: Row[] = [];
  readonly #speed: Speed;
  #inFlight = 0;
  #releases = 0;
  #end: LoopEnd | undefined;
  /** The last commit left rows to claim. */
  #more = true;
  /** Why the last commit allows no more claims on this day. */
  #budgetSpent: CodedText | undefined;
  readonly #ownership: Ownership;
  #failure: { readonly error: unknown } | undefined;
  #notify: (() => void) | undefined;

  constructor(options: WorkerLoopOptions<Row, Counts>) {
    this.#options = options;
    this.#ownership = createOwnership(options.clock, () => options.ledger.requireOwner());
    this.#speed = createSpeed(options.clock);
    this.#committer = createCommitter(options.ledger, options.clock, {
      groupSize: () => Math.max(this.#concurrency(), this.#ahead(this.#concurrency())) / 2,
      onCommit: ({ counts, more, budgetSpent, claimFailure }, outcomeRecords) => {
        this.#more = more;
        this.#budgetSpent = budgetSpent;
        options.onCommit(counts, outcomeRecords);
        if (claimFailure !== undefined) this.#fail(claimFailure.error);
        this.#wake();
      },
      onFailure: (error) => this.#fail(error),
    });
  }

  get outage(): CodedText | undefined {
    return this.#options.outageTracker.message();
  }

  async run(): Promise<LoopEnd> {
    try {
      while (this.#end === undefined) await this.#feedUnlessStopped();
    } catch (error) {
      this.#fail(error);
    }
    // Requests in flight have been sent: their outcomes are awaited, and recorded where that is still possible.
    while (this.#inFlight > 0) await this.#changed();
    await this.#committer.flush().catch((error: unknown) => this.#fail(error));
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#end ?? { kind: "drained" };
  }

  pause(): void {
    this.#stop({ kind: "paused" });
  }

  abort(): void {
    this.#stop({ kind: "paused" });
    this.#abortFlight.abort();
  }

  releaseClaimed(): void {
    this.#releases += 1;
    this.#releaseReady("released");
    this.#wake();
  }

  /** Stops claiming; `run` rejects with the first of these errors. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop({ kind: "paused" });
  }

  #wake(): void {
    this.#notify?.();
    this.#notify = undefined;
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = resolve;
    });
  }

  #stop(reason: LoopEnd): void {
    this.#end ??= reason;
    this.#stopClaiming.abort();
    this.#releaseReady("stopped");
    this.#wake();
  }

  /** Releases rows that were claimed but not performed: no request was written for them. */
  #releaseReady(code: string): void {
    if (this.#ready.length === 0) return;
    this.#options.permits.giveBack(this.#ready.length);
    this.#options.pacer.giveBack(this.#ready.length);
    for (const { row } of this.#ready.splice(0)) {
      this.#committer.recordOutcome({ row, outcome: "not-sent", code, performed: false });
    }
  }

  #dispatch(): void {
    while (this.#inFlight < this.#concurrency() && this.#ready.length > 0) {
      if (this.#stopAtGate()) return;
      if (!this.#ownership.isFresh()) return this.#checkOwner();
      const row = this.#ready.shift();
      if (row === undefined) return;
      void this.#perform(row);
    }
  }

  /**
   * Rejects where the loop has ended or must end: the request may have waited for a token in between. Checked again after a wait for the
   * ledger.
   */
  #beforeWrite(): Promise<void> | undefined {
    if (this.#end !== undefined || this.#stopAtGate()) return Promise.reject(abortedError());
    return this.#requireOwner()?.then(() => this.#beforeWrite());
  }

  /** True where the gate is closed. */
  #stopAtGate(): boolean {
    const gate = this.#options.gate();
    if (gate === undefined) return false;
    this.#stop({ kind: "gate", gate });
    return true;
  }

  /** Dispatches once the ledger has answered. */
  #checkOwner(): void {
    if (this.#failure !== undefined) return;
    const dispatch = (): void => {
      this.#dispatch();
      this.#wake();
    };
    void this.#requireOwner()?.then(dispatch, dispatch);
  }

  /**
   * Checked before a dispatch, and again before each request is written, because a token may have been renewed or another form of
   * the request tried in between. Without a confirmation the claimed rows stay with the owner of the job.
   */
  #requireOwner(): Promise<void> | undefined {
    if (this.#ownership.isFresh()) return undefined;
    return this.#ownership.renew().catch((error: unknown) => {
      this.#options.permits.giveBack(this.#ready.splice(0).length);
      this.#fail(error);
      throw error;
    });
  }

  async #perform(row: Row): Promise<void> {
    this.#inFlight += 1;
    const beganAt = this.#options.clock.monotonic();
    const attempt = await this.#options
      .perform(row, this.#abortFlight.signal, () => this.#beforeWrite())
      .catch(unexpectedEnd);
    this.#inFlight -= 1;
    this.#speed.add();
    this.#take(row.row, attempt, beganAt);
    this.#dispatch();
    this.#wake();
  }

  #take(row: number, attempt: Attempt, beganAt: number): void {
    if (attempt.outcome === "not-sent") {
      this.#committer.recordOutcome({ row, outcome: "not-sent", code: attempt.code, performed: true });
      this.#releaseReady(attempt.cause);
      // A request that was cut by the end of the loop says nothing about the service.
      if (this.#end === undefined) this.#meet(attempt);
      return;
    }
    const { outageTracker, stopRule, outageDetector, slowStart, clock } = this.#options;
    outageTracker.answered();
    const reason = stopRule.add(attempt);
    const isOutage = outageDetector.add({ ...attempt, beganAt, endedAt: clock.monotonic() });
    if (attempt.outcome !== "unknown") slowStart.answered();
    this.#committer.recordOutcome(outcomeRecordOf(row, attempt));
    if (reason !== undefined) return this.#stop({ kind: "errors", message: reason });
    if (attempt.outcome !== "unknown") return;
    if (isOutage) this.#stop({ kind: "offline", message: attempt.message });
    // The answer may be a 503, after which the permits of claimed rows are no longer valid.
    else this.releaseClaimed();
  }

  /** Handles an attempt that was turned away before it was accepted. */
  #meet(attempt: NotSent): void {
    const { outageTracker, slowStart } = this.#options;
    // All waiting requests would be sent at the same moment then, so a single request goes first.
    slowStart.restart();
    const end = outageTracker.notSent(attempt);
    if (end !== undefined) return this.#stop(end);
    const { message, retryAfterMs: forMs = 0 } = attempt;
    if (forMs > longestThrottleMs) this.#stop({ kind: "throttled", message, forMs });
  }

  #concurrency(): number {
    return this.#options.slowStart.limit(this.#options.concurrency());
  }

  /** How many rows may be claimed now; 0 to wait until there is more room. */
  #room(): number {
    const concurrency = this.#concurrency();
    const ahead = this.#options.paced() || this.#options.outageTracker.throttled() ? 0 : this.#ahead(concurrency);
    const free = concurrency + ahead - this.#inFlight - this.#ready.length;
    return free >= Math.max(1, Math.floor(ahead / 2)) ? free : 0;
  }

  /** Rows that will be performed during a commit, so that no worker waits for the disk. */
  #ahead(concurrency: number): number {
    return Math.min(concurrency * 8, Math.max(Math.ceil(concurrency / 4), Math.ceil(this.#speed.perMs() * aheadMs)));
  }

  async #feedUnlessStopped(): Promise<void> {
    try {
      await this.#feed();
    } catch (error) {
      if (!(this.#stopClaiming.signal.aborted && isAppError(error, "aborted"))) throw error;
    }
  }

  async #feed(): Promise<void> {
    const { gate, pacer, permits } = this.#options;
    const { signal } = this.#stopClaiming;
    if (this.#stopAtGate()) return;
    if (this.#room() === 0) return this.#changed();
    const due = await pacer.take(Math.max(1, this.#room()), signal);
    const granted = await permits.acquireUpTo(due, signal);
    // The wait for a permit may have been long, and the gate may have closed in the meantime.
    const claimCount = signal.aborted || gate() !== undefined ? 0 : granted;
    const owned = this.#ownership.startCheck();
    const releases = this.#releases;
    const claimed = claimCount === 0 ? [] : await this.#committer.claim(claimCount);
    if (claimCount > 0) owned();
    permits.giveBack(granted - claimed.length);
    pacer.giveBack(due - claimed.length);
    this.#ready.push(...claimed);
    if (signal.aborted) return this.#releaseReady("stopped");
    if (releases !== this.#releases) return this.#releaseReady("released");
    this.#dispatch();
    if (claimed.length === 0 && claimCount > 0) await this.#whenMoreOrDrained();
  }

  /** Nothing was left to claim: waits for a request in flight to finish, or ends the loop. */
  async #whenMoreOrDrained(): Promise<void> {
    if (this.#inFlight > 0) return this.#changed();
    await this.#committer.flush();
    if (this.#inFlight > 0) return;
    if (!this.#more) this.#stop({ kind: "drained" });
    else if (this.#budgetSpent !== undefined) this.#stop({ kind: "budget", message: this.#budgetSpent });
  }
}

// Tracks how long ago the ledger confirmed that a job is ours. A process that was suspended may have lost its job to another one,
// which looks up the claimed rows and sends them; rows claimed before must not be performed then.

/** Maximum age of a confirmation on both clocks: the wall clock may jump, and the monotonic clock stops while some systems sleep. */
const freshMs = 5_000;

interface Ownership {
  /** Whether ownership was confirmed recently. */
  isFresh(): boolean;
  /** Call it before a ledger call that checks ownership, and the returned function once that call has succeeded. */
  startCheck(): () => void;
  /** Checks ownership with the ledger, once for all concurrent callers. Rejects where the job is no longer ours. */
  renew(): Promise<void>;
}

function createOwnership(clock: Clock, requireOwner: () => Promise<void>): Ownership {
  const moment = (): { wall: number; monotonic: number } => ({ wall: clock.now(), monotonic: clock.monotonic() });
  let proved = moment();
  let renewing: Promise<void> | undefined;
  const startCheck = (): (() => void) => {
    // Not the time of the answer: the process may have been suspended in between.
    const requestedAt = moment();
    return () => {
      proved = requestedAt;
    };
  };
  return {
    isFresh() {
      const { wall, monotonic } = moment();
      // A wall clock that was set, in either direction, does not measure the time that passed.
      return Math.abs(wall - proved.wall) <= freshMs && monotonic - proved.monotonic <= freshMs;
    },
    startCheck,
    renew: () =>
      (renewing ??= requireOwner()
        .then(startCheck())
        .finally(() => {
          renewing = undefined;
        })),
  };
}
