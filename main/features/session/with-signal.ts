/** Waiting for work that others wait for too: whoever gives up leaves, the work goes on. */
import { abortedError } from "../../wait.ts";

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
