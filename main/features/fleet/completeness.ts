/** How complete the local copy of a collection is, as the newest run that ended says it. */
import type { Completeness } from "#contract/fleet.ts";
import type { EndedRun } from "./queries-runs.ts";

export function completenessOf(run: EndedRun | undefined): Completeness {
  if (run === undefined) return { state: "never" };
  // Pages are as old as the run that read them, however late it ended.
  const { state, snapshot, startedAt: asOf, promised, unique, duplicates, gaps, reason } = run;
  return {
    state,
    snapshot,
    asOf,
    ...(promised === undefined ? {} : { promised }),
    ...(unique === undefined ? {} : { unique }),
    ...(duplicates === undefined ? {} : { duplicates }),
    ...(gaps === undefined ? {} : { gaps }),
    ...(reason === undefined ? {} : { reason }),
  };
}
