/** Waits until a campaign may begin, by its schedule and its rule for a missed start. */
import { assertNever } from "../../../failure.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule-gate.ts";

/** "started": it is running; "ended": it ended before it began; "stopped": `signal` was aborted. */
export async function awaitStart(
  gate: ScheduleGate,
  steps: RunSteps,
  signal: AbortSignal,
): Promise<"started" | "ended" | "stopped"> {
  let said: string | undefined;
  while (!signal.aborted) {
    const decision = gate.start();
    switch (decision.kind) {
      case "start":
        await steps.start();
        return "started";
      case "wait":
        if (said !== decision.message) await steps.wait(decision.message);
        said = decision.message;
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
