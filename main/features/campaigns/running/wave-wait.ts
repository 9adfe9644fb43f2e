/** Waits at the gate of a wave that has been sent, until the next one is open or the gate has failed. */
import { type CodedText, isSameText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../../../core/hosts.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { NoticeEvent } from "../notice.ts";
import { assertNever } from "#shared/failure.ts";
import type { Gate } from "../../../core/jobs/worker-loop.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule.ts";

export interface WaveWaitOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly onState: () => void;
  /** Looks up the messages to these endpoints; returns why the service was not reachable, if it was not. */
  readonly checkEndpoints: (endpoints: readonly string[], signal: AbortSignal) => Promise<CodedText | undefined>;
  readonly onNotice: (event: NoticeEvent) => void;
}

export interface WaveWait {
  /**
   * Evaluates the gate once: "open" when there is something to claim, "failed" when an operator must decide; otherwise it waits a while
   * for new data.
   */
  turn(signal: AbortSignal): Promise<"open" | "failed" | "waited">;
  /** New deliveries or replies arrived, or an operator opened the next wave. */
  nudge(): void;
}

const noneChecked = -1;
/** Interval between evaluations without a nudge. */
const lookEveryMs = 5_000;
/** A smaller difference may come from the uptime, which is exact to a second. */
const leastSetMs = 2_000;

export function createWaveWait({
  campaign,
  store,
  clock,
  onState,
  onNotice,
  checkEndpoints,
}: WaveWaitOptions): WaveWait {
  const wakeableSleep = createWakeableSleep(clock);
  const zone = campaign.options.schedule?.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let nudged = false;
  /** Last row of the current wave that was looked up at the end of its time; reset for each wave. */
  let checkedUpTo = noneChecked;
  let checkFailure: CodedText | undefined;
  let bootedAt = clock.now() - clock.uptime();
  /** By how much the wall clock was set since the last call. A clock that was set while no run waited is not noticed. */
  const clockSetMs = (): number => {
    const setMs = clock.now() - clock.uptime() - bootedAt;
    if (Math.abs(setMs) < leastSetMs) return 0;
    bootedAt += setMs;
    return setMs;
  };
  return {
    async turn(signal) {
      nudged = false;
      const turn = await store.turnGate({
        campaign: campaign.id,
        now: clock.now(),
        clockSetMs: clockSetMs(),
        zone,
        checkedUpTo,
        checkFailure,
      });
      if (turn.kind === "ask") {
        checkFailure = await checkEndpoints(turn.endpoints, signal);
        checkedUpTo = turn.upTo;
        return "waited";
      }
      if (turn.kind === "open") [checkedUpTo, checkFailure] = [noneChecked, undefined];
      if (turn.changed) onState();
      if (turn.kind === "failed" && turn.now) onNotice({ kind: "gate-failed", message: turn.message });
      if (turn.kind !== "wait") return turn.kind;
      if (!nudged) await wakeableSleep.wait(Math.max(0, Math.min(lookEveryMs, turn.until - clock.now())), signal);
      return "waited";
    },
    nudge() {
      nudged = true;
      wakeableSleep.wake();
    },
  };
}

// Waits until a campaign may start, by its schedule and its rule for a missed start, or may send again.

/**
 * Returns "started" when it is running or waits for something after its start, "ended" when it ended before it started, "stopped"
 * when `signal` was aborted.
 */
export async function awaitStart(
  gate: ScheduleGate,
  steps: RunSteps,
  { state, message }: Pick<StoredCampaign, "state" | "message">,
  signal: AbortSignal,
): Promise<"started" | "ended" | "stopped"> {
  // The message is from an earlier wait. The state is reported even where nothing new is stored, because a process waits for it
  // again.
  const armed = state === "waiting" || (state === "scheduled" && message !== undefined);
  let reported = armed ? message : undefined;
  if (armed) steps.notifyState();
  if (state === "waiting") return "started";
  while (!signal.aborted) {
    const decision = gate.start();
    switch (decision.kind) {
      case "start":
        await steps.start();
        return "started";
      case "wait":
        if (!isSameText(reported, decision.message)) await steps.schedule(decision.message);
        reported = decision.message;
        await gate.nap(decision.until, signal);
        break;
      case "ask":
        await steps.pause("missed-window", decision.message);
        return "ended";
      case "drop":
        await steps.cancel(decision.code, decision.message);
        return "ended";
      default:
        return assertNever(decision);
    }
  }
  return "stopped";
}

/**
 * Waits for the end of quiet hours; drops the campaign where there is no end. Also returns "continue" in other quiet hours, which end at
 * another time: the computer may have slept until then.
 */
export async function awaitOpen(
  gate: ScheduleGate,
  steps: RunSteps,
  { until, message }: Gate,
  signal: AbortSignal,
): Promise<"ended" | "continue"> {
  if (until === undefined) {
    await steps.cancel("expired", message);
    return "ended";
  }
  await steps.wait("quiet-hours", message);
  while (!signal.aborted && gate.closed()?.until === until) await gate.nap(until, signal);
  return "continue";
}
