/** Changes in the cache between two snapshots, page by page. */
import { useEffect, useMemo } from "react";
import { type OutputOf, useFleetPages } from "../../../data/fleet-query.ts";
import type { AsyncState } from "../../../lib/async-state.ts";
import { type ChangesRequest, changesQueryOf } from "./changes-request.ts";

export type ChangeSet = OutputOf<"fleet.diff">;

export interface Changes {
  readonly state: AsyncState<ChangeSet>;
  /** Loads the next page; does nothing if there is none or one is loading. */
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** Reloaded whenever the page is opened. */
export function useChanges({ collection, since }: ChangesRequest): Changes {
  const query = useMemo(() => changesQueryOf({ collection, since }, Date.now()), [collection, since]);
  const options = { key: { collection, since }, reloadOnOpen: true, keepPrevious: false };
  const changes = useFleetPages("fleet.diff", { ...query, limit: 1000 }, options);
  const { state, reload } = changes;
  // A sync added a snapshot while this list was read, so its cursor is invalid: it is read again from the start.
  const outdated = state.state === "failed" && state.failure.code === "cursor-invalid";
  useEffect(() => {
    if (outdated) reload();
    // oxlint-disable-next-line react/exhaustive-deps -- once for every failure
  }, [outdated]);
  return changes;
}
