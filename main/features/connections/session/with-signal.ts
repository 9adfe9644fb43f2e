/** Waits for shared work: aborting one caller's signal does not stop the work for the others. */
import { abortedError } from "../../../core/wait.ts";

/** Rejects with `aborted` as soon as `signal` is; `work` itself is not stopped. */
export function withSignal<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortedError());
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
