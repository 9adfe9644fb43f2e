/** Retention of changes; without a limit their tables would outgrow all other data. */
import type { QuotaDeps } from "../deps.ts";

const dayMs = 86_400_000;

/**
 * As long as events; changes that can be undone slightly longer than a year. Unresolved and unfinished changes have no
 * limit.
 */
export const retentionMs = { any: 90 * dayMs, undoable: 400 * dayMs } as const;

const batchSize = 2_000;

/** Removes expired changes in batches, so that the store thread serves other requests in between. */
export async function pruneChanges(
  { store, clock }: Pick<QuotaDeps, "store" | "clock">,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const cutoffs = { after: now - retentionMs.any, undoableAfter: now - retentionMs.undoable };
  for (;;) {
    const change = await store.hideOldChange(cutoffs);
    if (change === undefined) return;
    do if (signal.aborted) return;
    while (await store.dropHidden(change, batchSize));
  }
}
