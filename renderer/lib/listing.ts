/** A list that main keeps and the service may be asked for, in the store of the window. */
import { failed, loading, ready, type AsyncState } from "./async-state.ts";

export interface Listing {
  /** Answers once nothing more is on its way. Does nothing while something is, but for reading again afterwards. */
  load(from: "cached" | "service"): Promise<void>;
}

/** One question at a time. An answer counts only where its own question still stands: another connection has put it away. */
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
    // A failure is not covered by what is kept.
    if (again !== undefined && (answer.state === "ready" || again === "service")) await load(again);
  };
  return { load };
}
