/** How long changes are kept; without an end they would outgrow everything else that is kept. */
import type { QuotaDeps } from "../deps.ts";

const dayMs = 86_400_000;

/** As long as events; what can be taken back a little longer than a year. What is unknown, or under way, stays without an end. */
export const retentionMs = { any: 90 * dayMs, undoable: 400 * dayMs } as const;

const atOnce = 2_000;

/** Removes what nobody needs any more, a piece at a time: the store serves others in between. */
export async function dropOldChanges(
  { store, clock }: Pick<QuotaDeps, "store" | "clock">,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const cutoffs = { after: now - retentionMs.any, undoableAfter: now - retentionMs.undoable };
  for (;;) {
    const change = await store.hideOldChange(cutoffs);
    if (change === undefined) return;
    do if (signal.aborted) return;
    while (await store.dropHidden(change, atOnce));
  }
}
