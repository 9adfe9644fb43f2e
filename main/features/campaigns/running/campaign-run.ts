/**
 * One campaign being worked in this process, from its start until it is finished, cancelled or paused.
 *
 * Invariants
 * - The state on disk is `running` before the first row is claimed, and something else once `work` has settled.
 * - Unknown recipients are looked up all along; those proven not sent are claimed again within the same run.
 * - `finished` only when no row is pending, sending or unknown, and the counters equal a recount.
 */
import type { PauseReason } from "#contract/campaign-words.ts";
import { isAppError } from "../../../failure.ts";
import type { Clock, Log } from "../../../hosts.ts";
import type { ClaimedRow, Ledger, RowCounts } from "../../../jobs/ledger.ts";
import { createPacer, type Pacer } from "../../../jobs/pacer.ts";
import { createRateMeter, type RateMeter } from "../../../jobs/rate-meter.ts";
import { createStopRule, type StopRule } from "../../../jobs/stop-rule.ts";
import {
  createWorkerLoop,
  type Attempt,
  type Gate,
  type LoopEnd,
  type Permits,
  type WorkerLoop,
} from "../../../jobs/worker-loop.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { checkCounters } from "./check-counters.ts";
import { createLookUps, type LookUps } from "./look-ups.ts";
import type { Reconciler } from "./reconciler.ts";
import { createScheduleGate, type ScheduleGate } from "./schedule-gate.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";

export interface CampaignRunOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly reconciler: Reconciler;
  readonly perform: (row: ClaimedRow, signal: AbortSignal) => Promise<Attempt>;
  readonly permits: Permits;
  readonly clock: Clock;
  readonly log: Log;
  readonly patience: { readonly offlineMs: number; readonly throttledMs: number };
  /** Keeps the lease fresh; throws when another process has taken it. */
  readonly heartbeat: () => Promise<void>;
  readonly onProgress: (counts: RowCounts, rate: number) => void;
  readonly onState: () => void;
}

/** How a run was asked to stop. */
export type Asked = "pause" | "cancel" | "panic" | "quit";

export class CampaignRun {
  readonly #options: CampaignRunOptions;
  readonly #pacer: Pacer;
  readonly #meter: RateMeter;
  readonly #gate: ScheduleGate;
  /** One for the whole run: what drains and begins again must not forget. */
  readonly #stopRule: StopRule;
  readonly #stopping = new AbortController();
  #asked: Asked | undefined;
  #loop: WorkerLoop | undefined;
  #rate: number | undefined;
  #concurrency: number;
  #lastUnknown = 0;
  #over = false;
  readonly #lookUps: LookUps;
  readonly #begun = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: CampaignRunOptions) {
    this.#options = options;
    this.#rate = options.campaign.setRate;
    this.#concurrency = options.campaign.concurrency;
    this.#pacer = createPacer(options.clock, this.#rate);
    this.#meter = createRateMeter(options.clock);
    this.#lookUps = createLookUps({ ...options, onCounts: (counts) => this.#onCounts(counts) });
    this.#stopRule = createStopRule(options.campaign.options.stopRule);
    this.#gate = createScheduleGate(options.campaign, options.clock);
  }

  /** True once nothing more will be claimed, whatever comes. */
  get over(): boolean {
    return this.#over;
  }

  /** Resolves when the campaign has left the state it was started in. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Messages a second settled lately. */
  get rate(): number {
    return this.#meter.perSecond();
  }

  setSpeed(rate: number | undefined, concurrency: number): void {
    this.#rate = rate;
    this.#concurrency = concurrency;
    this.#pacer.setRate(rate);
  }

  /** Stops claiming; what is in flight settles, except for "panic", which aborts it. */
  stop(asked: Asked): void {
    this.#asked ??= asked;
    this.#stopping.abort();
    if (asked === "panic") {
      this.#loop?.abort();
    } else {
      this.#loop?.pause();
    }
  }

  /** Settles when the campaign is no longer worked here. Rejects when the ledger itself failed. */
  async work(): Promise<void> {
    const looking = new AbortController();
    const lookUps = this.#lookUps
      .run(AbortSignal.any([looking.signal, this.#stopping.signal]))
      .catch((error: unknown) => {
        this.#failure = { error };
        this.stop("quit");
      });
    try {
      await this.#runUntilEnd();
    } catch (error) {
      await this.#onCrash(error);
    } finally {
      this.#over = true;
      looking.abort();
      await lookUps;
      this.#begun.resolve();
      this.#options.onState();
    }
  }

  async #runUntilEnd(): Promise<void> {
    if (!(await this.#awaitStart())) return;
    for (;;) {
      const closed = this.#gate.closed();
      const end: LoopEnd = closed === undefined ? await this.#runLoop() : { kind: "gate", gate: closed };
      if (this.#asked !== undefined) return this.#endAsAsked(this.#asked);
      switch (end.kind) {
        case "gate":
          if (!(await this.#awaitGate(end.gate))) return;
          break;
        case "drained":
          if (await this.#finishOrAwaitUnknown()) return;
          break;
        case "paused":
          return this.#pause("user", undefined);
        default:
          return this.#pause(end.kind, end.message);
      }
    }
  }

  /** True when the campaign is running; false when it ended before it began. */
  async #awaitStart(): Promise<boolean> {
    let said = false;
    for (;;) {
      if (this.#asked !== undefined) {
        await this.#endAsAsked(this.#asked);
        return false;
      }
      const decision = this.#gate.start();
      switch (decision.kind) {
        case "start":
          await this.#move("start");
          return true;
        case "wait":
          if (!said) await this.#move("schedule", undefined, decision.message);
          said = true;
          await this.#gate.nap(decision.until, this.#stopping.signal);
          break;
        case "ask":
          await this.#pause("missed-window", decision.message);
          return false;
        case "drop":
          await this.#drop(decision.code, decision.message);
          return false;
      }
    }
  }

  async #runLoop(): Promise<LoopEnd> {
    const { ledger, clock, permits, perform, patience } = this.#options;
    this.#loop = createWorkerLoop({
      ledger,
      clock,
      permits,
      perform,
      patience,
      pacer: this.#pacer,
      stopRule: this.#stopRule,
      concurrency: () => this.#concurrency,
      paced: () => this.#rate !== undefined,
      gate: () => this.#gate.closed(),
      onCommit: (counts, settled) => {
        this.#meter.add(settled.filter(({ outcome }) => outcome !== "not-sent").length);
        this.#onCounts(counts);
      },
    });
    if (this.#asked !== undefined) return { kind: "paused" };
    return this.#loop.run();
  }

  #onCounts(counts: RowCounts): void {
    this.#options.onProgress(counts, this.#meter.perSecond());
    if (counts.unknown > this.#lastUnknown) this.#lookUps.nudge();
    this.#lastUnknown = counts.unknown;
  }

  /** True when the gate opened again; false when the campaign ended there. */
  async #awaitGate(gate: Gate): Promise<boolean> {
    if (gate.until === undefined) {
      await this.#drop("expired", gate.message);
      return false;
    }
    await this.#move("pause", "quiet-hours", gate.message);
    while (this.#asked === undefined && this.#gate.closed()?.until !== undefined) {
      await this.#gate.nap(gate.until, this.#stopping.signal);
    }
    if (this.#asked !== undefined) {
      await this.#endAsAsked(this.#asked);
      return false;
    }
    await this.#move("start");
    return true;
  }

  async #drop(code: string, message: string): Promise<void> {
    const { store, clock, campaign } = this.#options;
    await store.cancelCampaign({ campaign: campaign.id, code, message, now: clock.now() });
    this.#begun.resolve();
    this.#options.onState();
  }

  /** True when the campaign ended; false when there is something to send again. */
  async #finishOrAwaitUnknown(): Promise<boolean> {
    for (;;) {
      const counts = await this.#options.ledger.counts();
      this.#onCounts(counts);
      if (this.#asked !== undefined) {
        await this.#endAsAsked(this.#asked);
        return true;
      }
      if (counts.pending > 0) return false;
      if (counts.unknown === 0) {
        await checkCounters(this.#options.store, this.#options.campaign.id, counts);
        await this.#move("finish");
        return true;
      }
      const { nextAt, rows } = await this.#options.ledger.dueUnknown(1);
      if (rows.length === 0 && nextAt === undefined) {
        await this.#pause(
          "unknown-recipients",
          `${counts.unknown} recipients stay unknown: their SMS lists did not settle it. Reconcile asks again, retry sends them again.`,
        );
        return true;
      }
      await this.#lookUps.nextRound(this.#stopping.signal);
    }
  }

  async #endAsAsked(asked: Asked): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    switch (asked) {
      case "cancel":
        return this.#drop("cancelled", "Cancelled by a person.");
      case "panic":
        return this.#pause("user", "Panic stop: everything in flight was aborted.");
      case "quit":
        return this.#pause("interrupted", "The program was closed while the campaign ran.");
      case "pause":
        return this.#pause("user", undefined);
    }
  }

  async #onCrash(cause: unknown): Promise<void> {
    this.#options.log.error("campaign.run-failed", { campaign: this.#options.campaign.id }, cause);
    const message = isAppError(cause) ? cause.message : "Something went wrong inside Fleetdesk.";
    // The ledger may be the thing that failed: then all stays as it is and is recovered at the next start.
    const left = this.#options.ledger.recover().then(() => this.#pause("errors", message));
    await left.catch(() => undefined);
    throw cause;
  }

  #pause(reason: PauseReason, message: string | undefined): Promise<void> {
    return this.#move("pause", reason, message);
  }

  async #move(
    event: "schedule" | "start" | "pause" | "cancel" | "finish",
    reason?: PauseReason,
    message?: string,
  ): Promise<void> {
    const { store, clock, campaign } = this.#options;
    await store.moveCampaign({ campaign: campaign.id, event, reason, message, now: clock.now() });
    this.#begun.resolve();
    this.#options.onState();
  }
}
