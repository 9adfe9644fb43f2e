/** What a walk over a list proves: complete, or partial with a reason. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";

export interface WalkFacts {
  /** The last total of the service. */
  readonly announced: number | undefined;
  /** Number of different totals during the walk. */
  readonly totalsSeen: number;
  readonly unique: number;
  readonly duplicates: number;
  /** Records without an id, which were skipped. */
  readonly withoutId: number;
  readonly pages: number;
  /** The page limit was reached before the end. */
  readonly truncated: boolean;
}

export interface WalkVerdict {
  readonly promised: number | undefined;
  readonly unique: number;
  readonly duplicates: number;
  readonly pages: number;
  /** Records that were announced and not received. */
  readonly gaps: number;
  readonly complete: boolean;
  /** Why it is partial; undefined when complete. */
  readonly reason: CodedText | undefined;
}

/** Evaluates a finished walk. A total that changed during the walk makes it partial: records may have moved between pages. */
export function evaluateWalk(facts: WalkFacts): WalkVerdict {
  const { announced: promised, unique, duplicates, pages } = facts;
  const reason = reasonAgainst(facts);
  const gaps = promised === undefined ? 0 : Math.max(0, promised - unique);
  return { promised, unique, duplicates, pages, gaps, complete: reason === undefined, reason };
}

function reasonAgainst({
  announced: promised,
  totalsSeen,
  unique,
  withoutId,
  truncated: cut,
}: WalkFacts): CodedText | undefined {
  if (cut) return codedText("walk-page-limit");
  if (withoutId > 0) return codedText("walk-records-without-id", { count: withoutId });
  if (totalsSeen > 1) return codedText("walk-list-changed");
  if (promised === undefined || promised === unique) return undefined;
  if (unique < promised) return codedText("walk-too-few-records", { count: promised, received: unique });
  return codedText("walk-too-many-records", { count: unique, announced: promised });
}
