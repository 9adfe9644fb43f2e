/** An answer of main that only one part of the page needs; asked again whenever the question is another one. */
import { useEffect, useState } from "react";
import { failed, ready, type AsyncState } from "../lib/async-state.ts";

/** `ask` must be the same function as long as it asks the same. What was shown stays until the new answer is here. */
export function useAsyncState<T>(request: (signal: AbortSignal) => Promise<T>): AsyncState<T> {
  const [result, setResult] = useState<AsyncState<T>>({ state: "loading" });
  useEffect(() => {
    const abort = new AbortController();
    request(abort.signal).then(
      (value) => setResult(ready(value)),
      (error: unknown) => {
        if (!abort.signal.aborted) setResult((before) => failed(before, error));
      },
    );
    return () => abort.abort();
  }, [request]);
  return result;
}
