/** A list that main caches and that can be refreshed from the service, as state of the store. */
import { failed, loading, ready, type AsyncState } from "./async-state.ts";

export interface Listing {
  /** Resolves once no request is in flight. If one is, schedules one more load after it. */
  load(from: "cached" | "service"): Promise<void>;
}

/** One request at a time. A result is discarded if the connection changed while it was in flight. */
export function createListing<T>(
  present: () => AsyncState<T>,
  put: (state: AsyncState<T>) => void,
  by: Readonly<Record<"cached" | "service", () => Promise<T>>>,
): Listing {
  let again: "cached" | "service" | undefined;
  const load = async (from: "cached" | "service"): Promise<void> => {
    if (present().state === "loading") {
      if (again !== "service") again = from;
      return;
    }
    const pending = loading(present());
    again = undefined;
    put(pending);
    let answer: AsyncState<T>;
    try {
      answer = ready(await by[from]());
    } catch (error) {
      answer = failed(pending, error);
    }
    if (present() !== pending) return;
    put(answer);
    // A failed refresh must not be replaced by cached data.
    if (again !== undefined && (answer.state === "ready" || again === "service")) await load(again);
  };
  return { load };
}
