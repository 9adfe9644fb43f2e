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

/** Aborts the signal of such calls, and rejects the next call of a sequence that had begun before. */
export function abortWhenStopped(call: Call): Call {
  let stopping = new AbortController();
  const begun = new Set<string>();
  const stopped = new Set<string>();
  return async (address, input, signal) => {
    if (stops.has(address)) {
      stopping.abort();
      stopping = new AbortController();
      for (const sequence of begun) stopped.add(sequence);
      begun.clear();
    }
    const { sequence } = stepSchema.safeParse(input).data ?? {};
    if (sequence !== undefined && stopped.has(sequence)) return { ok: false, failure: toFailure(abortedError()) };
    if (sequence !== undefined) begun.add(sequence);
    if (!stoppable.has(address)) return await call(address, input, signal);
    const signals = signal === undefined ? [stopping.signal] : [stopping.signal, signal];
    return await call(address, input, AbortSignal.any(signals));
  };
}
