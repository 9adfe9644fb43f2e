/** The entries of the query in the address, and whether there are newer ones. */
import { useEffect, useMemo } from "react";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { type FleetPages, useFleetPages, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { dataOf } from "../../lib/async-state.ts";
import { hasNewEntry, parseAuditQuery, type Query, queryPart } from "./audit-query.ts";

export interface Audit extends FleetPages<"audit.list"> {
  readonly request: AuditQuestion;
  /** Identifies the query: the part of the address that it was built from. */
  readonly query: string;
  /** There are entries that are not shown yet, or an outcome was resolved since. */
  readonly hasNew: boolean;
}

const pageSize = 200;
const noEntries: readonly AuditEntry[] = [];

export function useAudit(): Audit {
  // A stable string: opening an entry or record is not another query.
  const query = useFleetdesk(({ address }) => JSON.stringify(queryPart(address.query)));
  const request = useMemo(() => parseAuditQuery(JSON.parse(query) as Query, Date.now()), [query]);
  const pages = useFleetPages("audit.list", { ...request, limit: pageSize }, { key: query, reloadOnOpen: true });
  const newest = useFleetQuery("audit.list", { ...request, limit: 1 });
  const { state, reload } = pages;
  const items = dataOf(state)?.items;
  const hasNew = state.state === "ready" && hasNewEntry(items ?? noEntries, dataOf(newest)?.items ?? noEntries);
  // No row that is being read would move.
  const showsNew = hasNew && items?.length === 0;
  useEffect(() => {
    if (showsNew) reload();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each empty list
  }, [showsNew]);
  return {
    ...pages,
    request,
    query,
    hasNew: hasNew && !showsNew,
    state: newest.state === "failed" && state.state === "ready" ? { ...newest, value: state.value } : state,
    reload: () => {
      reload();
      void reloadQueries("audit.connections");
    },
  };
}
