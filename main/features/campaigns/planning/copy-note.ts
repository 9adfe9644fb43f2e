/** What a filter cannot see, since it looks at the local copy alone: whole sentences, or a refusal where it sees nothing. */
import { AppError } from "../../../failure.ts";
import type { AudienceStep, RecipientDirectory } from "./plan.ts";

type Completeness = Awaited<ReturnType<RecipientDirectory["completeness"]>>;

const unseen: Readonly<Record<AudienceStep["op"], string>> = {
  add: "The local copy of the endpoints is not complete: endpoints that it lacks are not in this plan.",
  remove: "The local copy of the endpoints is not complete: a filter takes nobody away whom it lacks.",
};

/** Throws `never-synchronised`: nobody would be found, and nobody taken away. */
export function sayCompleteness({ state, reason }: Completeness, op: AudienceStep["op"]): string | undefined {
  if (state === "never") {
    throw new AppError(
      "never-synchronised",
      'A filter looks at the local copy, and the endpoints have not been synchronised yet. Run "fleetdesk sync endpoint" first.',
    );
  }
  if (state === "complete") return undefined;
  return reason === undefined ? unseen[op] : `${unseen[op]} ${reason}`;
}

/** Endpoints that only the service knows stay, whatever a later filter would take away; `found` is how many, by step. */
export function sayUnfiltered(
  audience: readonly AudienceStep[],
  found: ReadonlyMap<number, number>,
): string | undefined {
  const last = audience.findLastIndex(({ op, source }) => op === "remove" && source.kind === "filter");
  let many = 0;
  for (const [step, count] of found) if (step < last) many += count;
  if (many === 0) return undefined;
  return `${many} of the identifiers are known to the service and not to the local copy: the filter of step ${last + 1} cannot take them away.`;
}
