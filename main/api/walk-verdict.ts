/** What a walk over a list proves: complete, or partial and why. */

export interface WalkFacts {
  /** The last total the service promised. */
  readonly promised: number | undefined;
  /** How many different totals it promised on the way. */
  readonly totalsSeen: number;
  readonly unique: number;
  readonly duplicates: number;
  /** Records that carry no id and were left out. */
  readonly withoutId: number;
  readonly pages: number;
  /** The bound on pages was reached with more to come. */
  readonly cut: boolean;
}

export interface WalkVerdict {
  readonly promised: number | undefined;
  readonly unique: number;
  readonly duplicates: number;
  readonly pages: number;
  /** Promised records that did not come. */
  readonly gaps: number;
  readonly complete: boolean;
  /** Why it is partial, for a person; undefined when complete. */
  readonly reason: string | undefined;
}

/** Judges the facts of a finished walk. A total that changed on the way spoils the proof: records may have moved between pages. */
export function judgeWalk(facts: WalkFacts): WalkVerdict {
  const { promised, unique, duplicates, pages } = facts;
  const reason = reasonAgainst(facts);
  const gaps = promised === undefined ? 0 : Math.max(0, promised - unique);
  return { promised, unique, duplicates, pages, gaps, complete: reason === undefined, reason };
}

function reasonAgainst({ promised, totalsSeen, unique, withoutId, cut }: WalkFacts): string | undefined {
  if (cut) return "The list goes on beyond the number of pages that are read at most.";
  if (withoutId > 0) return `The service sent ${recordsOf(withoutId)} without an id.`;
  if (totalsSeen > 1) return "The list changed while it was being read.";
  if (promised === undefined || promised === unique) return undefined;
  if (unique < promised) return `The service promised ${recordsOf(promised)} and sent ${unique}.`;
  return `The service sent ${recordsOf(unique)} and says that there are ${promised}.`;
}

function recordsOf(count: number): string {
  return `${count} record${count === 1 ? "" : "s"}`;
}
