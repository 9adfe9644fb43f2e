/** An answer of main that only one part of the page needs; asked again whenever the question is another one. */
import { useEffect, useState } from "react";
import { failed, ready, type Remote } from "../lib/remote.ts";

/** `ask` must be the same function as long as it asks the same. What was shown stays until the new answer is here. */
export function useRemote<T>(ask: (signal: AbortSignal) => Promise<T>): Remote<T> {
  const [remote, setRemote] = useState<Remote<T>>({ state: "loading" });
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal).then(
      (value) => setRemote(ready(value)),
      (error: unknown) => {
        if (!abort.signal.aborted) setRemote((before) => failed(before, error));
      },
    );
    return () => abort.abort();
  }, [ask]);
  return remote;
}
