/**
 * Waits until the service accepts messages again: after an outage by probing it with a cheap read, at growing intervals and up to
 * the limit that the operator set, and after a long throttling for the time that the service requested.
 * An outage ends when a message is answered, not when a read is: a service that answers reads and loses messages gets one message at
 * a time, at growing intervals.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Clock } from "../../../core/hosts.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule.ts";
import { fetchPage } from "../../../core/api/records.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { hasSmsList } from "../../../core/api/sms.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";

export interface ServiceWaitOptions {
  readonly campaign: StoredCampaign;
  readonly clock: Clock;
  readonly steps: RunSteps;
  readonly gate: ScheduleGate;
  /** Undefined: an outage is not waited for. */
  readonly probe: ((signal: AbortSignal) => Promise<Probe>) | undefined;
}

/** Why the campaign has to pause; undefined: it continues, or was requested to stop. */
export type WaitEnd = { readonly reason: PauseReason; readonly message: CodedText } | undefined;

export interface ServiceWait {
  untilAnswered(message: CodedText, signal: AbortSignal): Promise<WaitEnd>;
  /** A message was rejected with a renewed token: the session is checked with a probe before anything is sent again. */
  tokenRejected(message: CodedText, signal: AbortSignal): Promise<WaitEnd>;
  throttled(message: CodedText, forMs: number, signal: AbortSignal): Promise<void>;
  /** A message was answered: an outage is over. */
  answered(): void;
  /** Waits for something other than the service: this time does not count for the limit. */
  excluding<T>(wait: Promise<T>): Promise<T>;
  /** Probes at once instead of after the current interval. */
  probeNow(): void;
}

const firstProbeMs = 1_000;
const longestProbeMs = 60_000;
/** Back-off between single messages of which none was answered. */
const firstTrialMs = 5_000;
const longestTrialMs = 15 * 60_000;
/** Maximum sleep: the schedule may end or interrupt the wait. */
const longestNapMs = 15_000;
const longestRejectionMs = 15_000;
const mostRejections = 5;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For campaigns that were planned before the limit existed. */
const usualLimitMinutes = 720;

export function createServiceWait({ campaign, clock, steps, gate, probe }: ServiceWaitOptions): ServiceWait {
  const wakeableSleep = createWakeableSleep(clock);
  const limitMs = (campaign.options.stopRule.outageLimitMinutes ?? usualLimitMinutes) * minuteMs;
  /** Wall clock, for display: the wait continues across a restart of the program. */
  let since = campaign.reason === "offline" ? campaign.waitingSince : undefined;
  /** The duration is measured on the monotonic clock, except for the time before this process started. */
  let startedAt = clock.monotonic() - Math.max(0, clock.now() - (since ?? clock.now()));
  let probes = 0;
  /** Consecutive single messages that were sent after an answered probe and got no answer. */
  let trials = 0;
  /** Consecutive messages that were rejected with a renewed token. */
  let rejections = 0;

  async function nap(forMs: number, signal: AbortSignal): Promise<void> {
    const until = clock.monotonic() + forMs;
    let woken = false;
    while (!woken && !signal.aborted && gate.closed() === undefined && clock.monotonic() < until) {
      const piece = Math.min(longestNapMs, until - clock.monotonic());
      woken = (await wakeableSleep.wait(piece, signal)) === "woken";
    }
  }

  function tooLong(message: CodedText): WaitEnd {
    const hours = Number((limitMs / hourMs).toFixed(2));
    return { reason: "offline", message: codedText("no-message-taken", { hours, failure: message }) };
  }

  async function untilAnswered(cause: CodedText, signal: AbortSignal): Promise<WaitEnd> {
    if (limitMs === 0 || probe === undefined) return { reason: "offline", message: cause };
    const lasted = since !== undefined;
    if (since === undefined) {
      since = clock.now();
      startedAt = clock.monotonic();
    }
    const isTooLong = (): boolean => clock.monotonic() - startedAt >= limitMs;
    if (trials > 0 && isTooLong()) return tooLong(cause);
    let message = cause;
    // A single lost connection that recovers at once does not change the state.
    let reported = !lasted;
    for (;;) {
      if (!reported) await steps.wait("offline", message, since);
      const trialMs = trials === 0 ? 0 : backoffMs(trials - 1, firstTrialMs, longestTrialMs);
      await nap(Math.max(trialMs, backoffMs(probes, firstProbeMs, longestProbeMs)), signal);
      // The loop of the run handles both.
      if (signal.aborted || gate.closed() !== undefined) return undefined;
      const answer = await probe(signal);
      if (signal.aborted) return undefined;
      if (answer.kind === "signed-out") return { reason: "needs-sign-in", message: answer.message };
      if (answer.kind === "answered") {
        probes = 0;
        trials += 1;
        return undefined;
      }
      // After a sleep of the computer or a restart, one probe precedes this check.
      if (isTooLong()) return tooLong(answer.message);
      probes += 1;
      message = answer.message;
      reported = false;
    }
  }

  async function excluding<T>(wait: Promise<T>): Promise<T> {
    const from = clock.monotonic();
    const end = await wait;
    startedAt += clock.monotonic() - from;
    return end;
  }

  return {
    untilAnswered,
    async tokenRejected(message, signal) {
      const needsSignIn = { reason: "needs-sign-in", message } as const;
      rejections += 1;
      if (probe === undefined || rejections > mostRejections) return needsSignIn;
      await nap(backoffMs(rejections - 1, firstProbeMs, longestRejectionMs), signal);
      if (signal.aborted || gate.closed() !== undefined) return undefined;
      const answer = await probe(signal);
      if (signal.aborted || answer.kind === "answered") return undefined;
      return answer.kind === "signed-out"
        ? { ...needsSignIn, message: answer.message }
        : untilAnswered(answer.message, signal);
    },
    async throttled(message, forMs, signal) {
      await steps.wait("rate-limited", message);
      await excluding(nap(forMs, signal));
    },
    answered() {
      since = undefined;
      probes = 0;
      trials = 0;
      rejections = 0;
    },
    excluding,
    probeNow: () => wakeableSleep.wake(),
  };
}

// Single requests that check whether a service answers, and whether lost answers can be looked up.

export type Probe =
  | { readonly kind: "answered" }
  | { readonly kind: "signed-out"; readonly message: CodedText }
  | { readonly kind: "no-answer"; readonly message: CodedText };

const answers: ReadonlySet<unknown> = new Set(["refused", "throttled"]);

/** Any response of the service itself counts, also a rejection; a page from another server does not. */
export async function probeService(api: ApiClient, signal: AbortSignal): Promise<Probe> {
  try {
    await fetchPage(api, "endpoint", { page: 1, perPage: 1, signal, priority: "delivery" });
    return { kind: "answered" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const kind = error.details?.["kind"];
    if (kind === "signed-out") return { kind, message: textOf(error) };
    return answers.has(kind) ? { kind: "answered" } : { kind: "no-answer", message: textOf(error) };
  }
}

/**
 * Before a single SMS: checks whether the service provides the lists that prove outcomes; the answer also sets the service's clock.
 * Undefined without an answer, or where the clock is known, because an operator waits for this SMS.
 */
export async function hasLists(
  { store }: CampaignDeps,
  { id }: StoredCampaign,
  { api }: CampaignConnection,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const endpoint = await store.firstPending(id);
  if (endpoint === undefined || api.clockOffsetMs() !== undefined) return undefined;
  return hasSmsList(api, endpoint, { signal });
}
