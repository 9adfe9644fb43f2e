/** Announces to screen readers that a sync started, and how it ended. */
import { t } from "#shared/texts/text.ts";
import { useEffect, useRef } from "react";
import { useFleetdesk } from "../store/store.ts";
import type { EndedSync } from "../work-slice.ts";

/** Collections are synced one after another: the sync counts as ended after this pause. */
const quietMs = 1000;

export function useAnnounceSyncs(): void {
  const announce = useFleetdesk((state) => state.announce);
  const busy = useFleetdesk((state) => state.syncs.length > 0);
  /** Collections that ended before this sync started; undefined while none runs. */
  const before = useRef<ReadonlySet<EndedSync> | undefined>(undefined);
  useEffect(() => {
    if (busy) {
      if (before.current === undefined) announce(t(($) => $.shell.sync.started));
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

/** The worst result of the collections decides. */
function sentenceOf(ended: readonly EndedSync[]): string {
  const outcomes = new Set(ended.map(({ outcome }) => outcome));
  if (outcomes.has("failed")) return t(($) => $.shell.sync.failed);
  if (outcomes.has("cancelled")) return t(($) => $.shell.sync.cancelled);
  if (outcomes.has("partial")) return t(($) => $.shell.sync.partial);
  return t(($) => $.shell.sync.complete);
}
