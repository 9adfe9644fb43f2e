/** The completeness of a cached collection, according to the newest run that has ended. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { FleetStore } from "./deps.ts";
import type { EndedRun, OpenRun } from "./queries-runs.ts";

/** The completeness of the cache; a first sync that has not ended counts as partial once it has stored a record. */
export async function completenessOfCache(
  store: FleetStore,
  connection: number,
  collection: Collection,
): Promise<Completeness> {
  const { ended, open } = await store.newestRuns(connection, collection);
  return ended === undefined && open !== undefined ? firstSync(open) : completenessOf(ended);
}

function firstSync({ records, startedAt: asOf }: OpenRun): Completeness {
  if (records === 0) return { state: "never" };
  const reason = codedText("first-sync-unfinished");
  return { state: "partial", asOf, unique: records, reason };
}

function completenessOf(run: EndedRun | undefined): Completeness {
  if (run === undefined) return { state: "never" };
  // Pages are as old as the start of the run that read them, however late it ended.
  const { state, snapshot, startedAt: asOf, promised, unique, duplicates, gaps, reason } = run;
  return {
    state,
    snapshot,
    asOf,
    promised,
    unique,
    duplicates,
    gaps,
    reason,
  };
}
