/** Waits until a campaign may begin, by its schedule and its rule for a missed start. */
import { assertNever } from "../../../failure.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule-gate.ts";

/**
 * `said`: what stands in the campaign already, from an earlier wait. Answers "started" when it is running, "ended" when it
 * ended before it began, "stopped" when `signal` was aborted.
 */
export async function awaitStart(
  gate: ScheduleGate,
  steps: RunSteps,
  said: string | undefined,
  signal: AbortSignal,
): Promise<"started" | "ended" | "stopped"> {
  let known = said;
  // That somebody waits for it again is worth telling, even where nothing new is to be written.
  if (said !== undefined) steps.told();
  while (!signal.aborted) {
    const decision = gate.start();
    switch (decision.kind) {
      case "start":
        await steps.start();
        return "started";
      case "wait":
        if (known !== decision.message) await steps.wait(decision.message);
        known = decision.message;
        await gate.nap(decision.until, signal);
        break;
      case "ask":
        await steps.pause("missed-window", decision.message);
        return "ended";
      case "drop":
        await steps.drop(decision.code, decision.message);
        return "ended";
      default:
        return assertNever(decision);
    }
  }
  return "stopped";
}
