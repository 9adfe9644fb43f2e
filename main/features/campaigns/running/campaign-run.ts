/**
 * One run of a campaign in this process, from its start until it is finished, cancelled or paused.
 *
 * Invariants
 * - The state on disk is `running` before the first row is claimed, and another one once `work` has resolved.
 * - Unknown recipients are looked up throughout the run; those proven not sent are claimed again within the same run.
 * - `finished` only when no row is pending, sending or unknown, and the counters equal a recount.
 * - A wave that is not the last is completed only by its gate or by an operator; see `wave-wait.ts`.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { isAppError, textOf } from "#shared/failure.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import type { Ledger, RowCounts } from "../../../core/jobs/ledger.ts";
import { type Pacer, type RateMeter, createPacer, createRateMeter } from "../../../core/jobs/pacer.ts";
import { createSlowStart } from "../../../core/jobs/slow-start.ts";
import { createStopRule } from "../../../core/jobs/stop-rule.ts";
import { createOutageDetector, createOutageTracker, type OutageLimits } from "../../../core/jobs/outage.ts";
import type { Attempt } from "../../../core/jobs/attempt.ts";
import {
  createWorkerLoop,
  type LoopEnd,
  type Permits,
  type WorkerLoop,
  type WorkerLoopOptions,
} from "../../../core/jobs/worker-loop.ts";
import { createKeyedMutex } from "../../../core/wait.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { BeforeSending } from "./copy-check.ts";
import { createLookUps, createWhenDrained, type LookUps, type WhenDrained } from "./when-drained.ts";
import type { Reconciler } from "./reconciler.ts";
import { createScheduleGate, type ScheduleGate } from "./schedule.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { NoticeEvent } from "../notice.ts";
import { createServiceWait, type Probe, type ServiceWait, type WaitEnd } from "./service-wait.ts";
import { awaitOpen, awaitStart, createWaveWait, type WaveWait } from "./wave-wait.ts";
import { createRunSteps, type RunSteps, type StopRequest } from "./run-steps.ts";
import { createSuppressionFreshness, type SuppressionFreshness } from "./reapply-suppression.ts";

export interface CampaignRunOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly reconciler: Reconciler;
  readonly perform: WorkerLoopOptions["perform"];
  readonly permits: Permits;
  readonly clock: Clock;
  readonly log: Log;
  readonly outageLimits: OutageLimits;
  /** Checks whether the service answers; undefined for a single SMS, which an operator waits for. */
  readonly probe: ((signal: AbortSignal) => Promise<Probe>) | undefined;
  /** Reads the suppressions again; they were read just before the run was created. */
  readonly reapplySuppression: (signal: AbortSignal) => Promise<void>;
  /** Called whenever sending starts. */
  readonly beforeSending: (signal: AbortSignal) => Promise<BeforeSending>;
  /** Updates the heartbeat of the lease; throws when another process has taken it. */
  readonly heartbeat: () => Promise<void>;
  readonly onProgress: (counts: RowCounts, rate: number) => void;
  readonly onState: () => void;
  /** See `wave-wait.ts`. */
  readonly checkEndpoints: (endpoints: readonly string[], signal: AbortSignal) => Promise<CodedText | undefined>;
  /** Reports an automatic action of the campaign that an operator should know of. */
  readonly onNotice: (event: NoticeEvent) => void;
}

export class CampaignRun {
  readonly #options: CampaignRunOptions;
  readonly #pacer: Pacer;
  readonly #meter: RateMeter;
  readonly #gate: ScheduleGate;
  /** State of the whole run: a loop that ends and another that starts must share it. */
  readonly #memory: Pick<WorkerLoopOptions, "stopRule" | "outageTracker" | "outageDetector" | "slowStart">;
  readonly #service: ServiceWait;
  /** Waits for the service during look-ups, once nothing is left to send. */
  readonly #listService: ServiceWait;
  readonly #stopping = new AbortController();
  #request: StopRequest | undefined;
  #loop: WorkerLoop | undefined;
  #rate: number | undefined;
  #concurrency: number;
  #lastUnknown = 0;
  #over = false;
  readonly #lookUps: LookUps;
  readonly #steps: RunSteps;
  readonly #waves: WaveWait;
  readonly #whenDrained: WhenDrained;
  readonly #exclusive = createKeyedMutex();
  readonly #points: PointRecorder;
  readonly #throttles: ThrottleRecorder;
  readonly #suppression: SuppressionFreshness;
  #hasLists: boolean | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: CampaignRunOptions) {
    this.#options = options;
    this.#rate = options.campaign.setRate;
    this.#concurrency = options.campaign.concurrency;
    this.#pacer = createPacer(options.clock, this.#rate);
    this.#meter = createRateMeter(options.clock);
    this.#lookUps = createLookUps({
      ...options,
      onCounts: (counts) => {
        this.#listService.answered();
        this.#onCounts(counts);
      },
    });
    this.#memory = {
      stopRule: createStopRule(options.campaign.options.stopRule),
      outageTracker: createOutageTracker(options.clock, options.outageLimits),
      outageDetector: createOutageDetector(),
      slowStart: createSlowStart(),
    };
    this.#gate = createScheduleGate(options.campaign, options.clock);
    this.#steps = createRunSteps(options);
    this.#service = createServiceWait({ ...options, steps: this.#steps, gate: this.#gate });
    this.#listService = createServiceWait({ ...options, steps: this.#steps, gate: this.#gate });
    this.#waves = createWaveWait(options);
    this.#whenDrained = createWhenDrained({
      ...options,
      steps: this.#steps,
      gate: this.#gate,
      lookUps: this.#lookUps,
      waveWait: this.#waves,
      onCounts: (counts) => this.#onCounts(counts),
      onWaveSent: () => {
        this.#memory.outageTracker.answered();
        this.#service.answered();
      },
      exclusive: (work) => this.#exclusive("end", work),
    });
    this.#points = createPointRecorder(options);
    this.#throttles = createThrottleRecorder(options);
    this.#suppression = createSuppressionFreshness(options);
  }

  /** True once the run will claim nothing more. */
  get over(): boolean {
    return this.#over;
  }

  /** Resolves when the campaign has left its initial state. */
  get started(): Promise<void> {
    return this.#steps.started;
  }

  /** Outcomes per second, recently. */
  get rate(): number {
    return this.#meter.perSecond();
  }

  /** What prevents sending at the moment, or may leave outcomes unknown. */
  get outage(): CodedText | undefined {
    return this.#loop?.outage ?? (this.#hasLists === false ? codedText("no-sms-lists") : undefined);
  }

  /** Probes the service now, because it may answer again. */
  probeNow(): void {
    this.#service.probeNow();
    this.#listService.probeNow();
  }

  /** Evaluates the gate again after new deliveries or replies, or after an operator opened the next wave. */
  nudgeWave(): void {
    this.#waves.nudge();
  }

  /**
   * Runs work that requeues rows, after the suppressions were read again; the campaign cannot finish during it, and evaluates its wave
   * again afterwards. Throws what reading the suppressions throws.
   */
  async requeue<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await this.#exclusive("end", async () => {
        await this.#options.reapplySuppression(signal);
        return await work();
      });
    } finally {
      this.#waves.nudge();
      // Requeued rows may have to be looked up before they are claimed.
      this.#lookUps.nudge();
    }
  }

  /** Recipients were suppressed: those that are claimed and whose request has not begun are claimed again, without them. */
  releaseClaimed(): void {
    this.#loop?.releaseClaimed();
  }

  setSpeed(rate: number | undefined, concurrency: number): void {
    this.#rate = rate;
    this.#concurrency = concurrency;
    this.#pacer.setRate(rate);
  }

  /** Stops claiming; requests in flight finish, except for "abort" and "stop-all", which abort them. */
  stop(request: StopRequest): void {
    this.#request ??= request;
    this.#stopping.abort();
    if (request === "abort" || request === "stop-all") {
      this.#loop?.abort();
    } else {
      this.#loop?.pause();
    }
  }

  /** Resolves when the run has ended. Rejects when the ledger failed. */
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
      this.#steps.begin();
      this.#options.onState();
    }
  }

  async #runUntilEnd(): Promise<void> {
    const { campaign } = this.#options;
    const { signal } = this.#stopping;
    if ((await awaitStart(this.#gate, this.#steps, campaign, signal)) === "ended") return;
    if (campaign.state === "waiting" && campaign.reason === "offline") {
      const wait = this.#service.untilAnswered(campaign.message ?? codedText("connection-lost"), signal);
      if ((await this.#awaitService(wait)) === "ended") return;
    }
    for (;;) {
      if (this.#request !== undefined) return this.#endAsRequested(this.#request);
      const closed = this.#gate.closed();
      const end: LoopEnd = closed === undefined ? await this.#send() : { kind: "gate", gate: closed };
      if (this.#request !== undefined) continue;
      switch (end.kind) {
        case "gate":
          if ((await this.#excluding(awaitOpen(this.#gate, this.#steps, end.gate, signal))) === "ended") return;
          break;
        case "drained": {
          const next = await this.#whenDrained(signal);
          if (next === "ended") return;
          if (next === "continue") break;
          if ((await this.#awaitService(this.#listService.untilAnswered(next.connectivityError, signal))) === "ended")
            return;
          break;
        }
        case "offline":
          if ((await this.#awaitService(this.#service.untilAnswered(end.message, signal))) === "ended") return;
          break;
        case "token-rejected":
          if ((await this.#awaitService(this.#service.tokenRejected(end.message, signal))) === "ended") return;
          break;
        case "throttled":
          await this.#service.throttled(end.message, end.forMs, signal);
          break;
        case "paused":
          return this.#steps.endAsRequested("pause");
        default:
          return this.#steps.pause(end.kind, end.message);
      }
    }
  }

  async #send(): Promise<LoopEnd> {
    await this.#steps.resume();
    const suppressionError = await this.#suppression.freshen(this.#stopping.signal);
    const { end, hasLists } = await this.#options.beforeSending(this.#stopping.signal);
    this.#hasLists ??= hasLists;
    this.#lookUps.nudge();
    // A stop request in the meantime had no loop to pause.
    if (this.#request !== undefined) return { kind: "paused" };
    if (end !== undefined) return end;
    return suppressionError === undefined ? this.#runLoop() : { kind: "errors", message: suppressionError };
  }

  async #runLoop(): Promise<LoopEnd> {
    const { ledger, clock, permits } = this.#options;
    const perform: WorkerLoopOptions["perform"] = async (...claim) => {
      const attempt = await this.#options.perform(...claim);
      this.#throttles.add(attempt);
      return attempt;
    };
    this.#loop = createWorkerLoop({
      ...this.#memory,
      ledger,
      clock,
      permits,
      perform,
      pacer: this.#pacer,
      concurrency: () => this.#concurrency,
      paced: () => this.#rate !== undefined,
      gate: () => this.#gate.closed(),
      onCommit: (counts, outcomeRecords) => {
        this.#meter.add(outcomeRecords.filter(({ outcome }) => outcome !== "not-sent").length);
        if (outcomeRecords.some(({ outcome }) => outcome === "accepted" || outcome === "refused"))
          this.#service.answered();
        this.#onCounts(counts);
      },
    });
    return this.#loop.run();
  }

  #onCounts(counts: RowCounts): void {
    this.#options.onProgress(counts, this.#meter.perSecond());
    this.#points.look();
    if (counts.unknown > this.#lastUnknown) this.#lookUps.nudge();
    this.#lastUnknown = counts.unknown;
  }

  /** Waits for something other than the service: outages and throttling do not last meanwhile. */
  #excluding<T>(wait: Promise<T>): Promise<T> {
    this.#memory.outageTracker.suspended();
    return this.#service.excluding(this.#listService.excluding(wait));
  }

  async #awaitService(wait: Promise<WaitEnd>): Promise<"ended" | "continue"> {
    this.#memory.slowStart.restart();
    const end = await this.#lookUps.pauseDuring(wait);
    if (end === undefined) return "continue";
    await this.#steps.pause(end.reason, end.message);
    return "ended";
  }

  async #endAsRequested(request: StopRequest): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#steps.endAsRequested(request);
  }

  async #onCrash(cause: unknown): Promise<void> {
    this.#options.log.error("campaign.run-failed", { campaign: this.#options.campaign.id }, cause);
    const message = textOf(cause);
    // Where the ledger itself failed, this fails too, and the state is recovered at the next start.
    const reason = isAppError(cause, "data-dir-gone") ? "data-dir-gone" : "errors";
    const left = this.#options.ledger.recover("not-recorded").then(() => this.#steps.pause(reason, message));
    await left.catch(() => undefined);
    throw cause;
  }
}

// Records the counts of a running campaign at intervals, for its progress chart.

/** Minimum interval between calls; the store skips more points as a campaign gets older. */
const everyMs = 2_000;

interface PointRecorder {
  /** Call it whenever counts have changed. */
  look(): void;
}

function createPointRecorder(options: {
  readonly campaign: { readonly id: number; readonly kind: "bulk" | "single" };
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly log: Log;
}): PointRecorder {
  const { campaign, store, clock, log } = options;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    look() {
      const now = clock.monotonic();
      if (campaign.kind === "single" || now - lastAt < everyMs) return;
      lastAt = now;
      // A missing point in the chart must not stop sending.
      store
        .recordPoint({ campaign: campaign.id, now: clock.now() })
        .catch((cause: unknown) => log.warn("campaign.point-not-saved", { campaign: campaign.id }, cause));
    },
  };
}

interface ThrottleRecorder {
  /** Call it with each attempt. */
  add(attempt: Attempt): void;
}

/** Records from the first message that was turned away until the service answers one; a run that ends before records it so far. */
function createThrottleRecorder({
  campaign,
  store,
  clock,
  log,
}: Parameters<typeof createPointRecorder>[0]): ThrottleRecorder {
  let from: number | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;
  // Nothing here may fail an attempt: its outcome is recorded afterwards.
  const save = async (throttle: Parameters<CampaignStore["recordThrottle"]>[0]): Promise<void> => {
    try {
      await store.recordThrottle(throttle);
    } catch (cause) {
      log.warn("campaign.throttle-not-saved", { campaign: campaign.id }, cause);
    }
  };
  return {
    add(attempt) {
      const isThrottled = attempt.outcome === "not-sent" && attempt.cause === "throttled";
      if (campaign.kind === "single" || (!isThrottled && (from === undefined || attempt.outcome === "not-sent")))
        return;
      // While messages are turned away, the store has more important work.
      if (isThrottled && from !== undefined && clock.monotonic() - savedAt < everyMs) return;
      savedAt = clock.monotonic();
      const until = clock.now();
      const throttle = { campaign: campaign.id, from: from ?? until, until };
      from = isThrottled ? throttle.from : undefined;
      void save(throttle);
    },
  };
}
