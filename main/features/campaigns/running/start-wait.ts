/** Waits until a campaign may start, by its schedule and its rule for a missed start, or may send again. */
import { isSameText } from "#shared/texts/coded-text.ts";
import { assertNever } from "#shared/failure.ts";
import type { Gate } from "../../../core/jobs/loop-end.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule-gate.ts";

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

/** Waits for the end of quiet hours; drops the campaign where there is no end. */
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
  while (!signal.aborted && gate.closed()?.until !== undefined) await gate.nap(until, signal);
  return "continue";
}
