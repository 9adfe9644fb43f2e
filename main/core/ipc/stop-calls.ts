/**
 * A request to stop reaches the calls that are still on their way to begin something. Without this, a call that is still looking something up
 * sends after the stop.
 */
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

/** Aborts the signal of such calls. */
export function abortWhenStopped(call: Call): Call {
  let stopping = new AbortController();
  return async (address, input, signal) => {
    if (stops.has(address)) {
      stopping.abort();
      stopping = new AbortController();
    }
    if (!stoppable.has(address)) return await call(address, input, signal);
    const signals = signal === undefined ? [stopping.signal] : [stopping.signal, signal];
    return await call(address, input, AbortSignal.any(signals));
  };
}
