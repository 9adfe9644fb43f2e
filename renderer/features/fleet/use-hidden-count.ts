/**
 * Number of selected rows that the list does not show; undefined while it is queried from the cache because the loaded rows are
 * not sufficient to determine it.
 */
import { useEffect, useMemo, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { idsNotIn, type Selection } from "../../lib/selection.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import type { ListRows } from "./use-list-rows.ts";

export function useHiddenCount(
  name: ListName,
  question: ListQuery,
  selection: Selection,
  list: ListRows,
): number | undefined {
  const { window, state, live, stale } = list;
  const { hidden, open } = useMemo(() => {
    if (live !== undefined) {
      return idsNotIn(selection, new Set(live.items.map(({ id }) => id)), { value: live.items.length, exact: true });
    }
    const atHand = new Set(
      stale || state.visibleKey === undefined ? [] : [...window.entries()].map(([, { id }]) => id),
    );
    return idsNotIn(selection, atHand, { ...state.total, exact: state.total.exact && !stale });
  }, [live, selection, stale, state, window]);
  const openKey = open.join(" ");
  const [countResult, setCountResult] = useState<{ readonly key: string; readonly absent: number }>();
  const { filter, audience } = question;
  const key = JSON.stringify([name, filter, audience ?? "", openKey]);
  useEffect(() => {
    if (openKey === "" || stale) return undefined;
    const abort = new AbortController();
    const ids = openKey.split(" ");
    fleet.fleet
      .count({ ...name, filter, ids, audience }, abort.signal)
      .then(({ total }) => setCountResult({ key, absent: ids.length - total }))
      // Aborted, or the list itself reports why the cache cannot be read: the number stays unknown.
      .catch(() => undefined);
    return () => abort.abort();
  }, [audience, filter, key, name, openKey, stale]);
  if (openKey === "") return hidden.length;
  return countResult?.key === key ? hidden.length + countResult.absent : undefined;
}
