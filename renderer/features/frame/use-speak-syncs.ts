/** A sync is heard of as well as seen: that it has begun, and how it ended. */
import { useEffect, useRef } from "react";
import { useFleetdesk } from "../../store/store.ts";
import type { EndedSync } from "../work/work-slice.ts";

/** Collections come one after another: only what stays quiet this long has ended. */
const quietMs = 1000;

export function useSpeakSyncs(): void {
  const announce = useFleetdesk((state) => state.announce);
  const busy = useFleetdesk((state) => state.syncs.length > 0);
  /** What had ended before this one began; undefined while there is none. */
  const before = useRef<ReadonlySet<EndedSync> | undefined>(undefined);
  useEffect(() => {
    if (busy) {
      if (before.current === undefined) announce("The fleet is being synchronised.");
      before.current ??= new Set(useFleetdesk.getState().endedSyncs);
      return undefined;
    }
    const { current } = before;
    if (current === undefined) return undefined;
    const timer = window.setTimeout(() => {
      before.current = undefined;
      announce(sentenceOf(useFleetdesk.getState().endedSyncs.filter((ended) => !current.has(ended))));
    }, quietMs);
    return () => window.clearTimeout(timer);
  }, [busy, announce]);
}

/** The worst of the collections is what counts. */
function sentenceOf(ended: readonly EndedSync[]): string {
  const outcomes = new Set(ended.map(({ outcome }) => outcome));
  if (outcomes.has("failed")) return "The synchronisation failed.";
  if (outcomes.has("cancelled")) return "The synchronisation was cancelled.";
  if (outcomes.has("partial")) return "The synchronisation has ended, and the copy is partial.";
  return "The synchronisation has ended.";
}
