/** Loads a value that only one component needs; reloads when the request changes. */
import { useEffect, useState } from "react";
import { failed, ready, type AsyncState } from "../lib/async-state.ts";

/** `request` must be referentially stable for the same request. Previous data stays until the new value is loaded. */
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
