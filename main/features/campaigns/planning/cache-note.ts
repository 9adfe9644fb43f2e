/** Note about what a filter cannot match, because it searches the cache only; an error where the cache is empty. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { AudienceStep, RecipientDirectory } from "./plan.ts";

type Completeness = Awaited<ReturnType<RecipientDirectory["completeness"]>>;

/** Throws `never-synchronised`: without a cache a filter would match and exclude nothing. */
export function completenessNote({ state, reason }: Completeness, op: AudienceStep["op"]): CodedText | undefined {
  if (state === "never") throw new AppError("never-synchronised", codedText("filter-without-cache"));
  if (state === "complete") return undefined;
  if (reason === undefined) return codedText(op === "add" ? "cache-incomplete-add" : "cache-incomplete-exclude");
  return codedText(op === "add" ? "cache-incomplete-add-reason" : "cache-incomplete-exclude-reason", { reason });
}

/** Endpoints known only to the service are included although a later filter might remove them; `liveMatches` counts them by step. */
export function unfilteredNote(
  audience: readonly AudienceStep[],
  liveMatches: ReadonlyMap<number, number>,
): CodedText | undefined {
  const last = audience.findLastIndex(({ op, source }) => op === "remove" && source.kind === "filter");
  let many = 0;
  for (const [step, count] of liveMatches) if (step < last) many += count;
  return many === 0 ? undefined : codedText("identifiers-not-filtered", { count: many, step: last + 1 });
}
