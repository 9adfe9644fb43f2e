/**
 * A request to stop reaches the calls that are still on their way to begin something. Without this, a call that is still looking something up
 * sends after the stop.
 */
import { z } from "zod";
import { sequenceSchema } from "#shared/contract/kit.ts";
import { toFailure } from "#shared/failure.ts";
import { abortedError } from "../wait.ts";
import type { Call } from "./router.ts";

const stops: ReadonlySet<string> = new Set(["campaigns.stopAll", "quotas.stopAll"]);
/** Not `campaigns.start`: a campaign that is being prepared is stopped like one that runs, with its state. */
const stoppable: ReadonlySet<string> = new Set([
  "sms.send",
  // The command line starts what it has planned.
  "quotas.plan",
  "quotas.start",
  "quotas.resume",
  "quotas.retry",
  "quotas.undo",
  "quotas.change",
]);

const stepSchema = z.object({ sequence: sequenceSchema });

/** Aborts the signal of such calls, and rejects the next call of a sequence that began before the stop. */
export function abortWhenStopped(call: Call): Call {
  let stopping = new AbortController();
  let stopCount = 0;
  /** The stops before the first call of each sequence. One entry per test message or retry of an operator, so none is removed. */
  const stopsBefore = new Map<string, number>();
  return async (address, input, signal) => {
    if (stops.has(address)) {
      stopping.abort();
      stopping = new AbortController();
      stopCount += 1;
    }
    const { sequence } = stepSchema.safeParse(input).data ?? {};
    if (sequence !== undefined) {
      const before = stopsBefore.get(sequence) ?? stopCount;
      stopsBefore.set(sequence, before);
      if (before !== stopCount) return { ok: false, failure: toFailure(abortedError()) };
    }
    if (!stoppable.has(address)) return await call(address, input, signal);
    const signals = signal === undefined ? [stopping.signal] : [stopping.signal, signal];
    return await call(address, input, AbortSignal.any(signals));
  };
}
