/** Selection in a list: single rows, ranges that include rows not loaded, and, in two steps, all that match. */
import { t } from "#shared/texts/text.ts";
import { useCallback, useMemo, useRef } from "react";
import {
  allMatching,
  coverage,
  isSelected,
  nothingSelected,
  selectedCount,
  type Selection,
  toggled,
  withAll,
} from "../../lib/selection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { emptyFleetList, type FleetRow, listKey, type ListName, type ListQuery, listQueryKey } from "./fleet-slice.ts";
import { useHiddenCount } from "./use-hidden-count.ts";
import type { ListRows } from "./use-list-rows.ts";

export interface ListSelection {
  readonly selection: Selection;
  /** Which part of the list is selected. */
  readonly coverage: "none" | "some" | "all";
  /** Number of selected rows that the list does not show; undefined while loading. */
  readonly hidden: number | undefined;
  readonly isRowSelected: (row: FleetRow) => boolean;
  readonly toggle: (index: number) => void;
  readonly range: (from: number, to: number) => void;
  /** Selects the visible rows first, then all that match. */
  readonly selectAll: () => void;
  readonly selectMatching: () => void;
  readonly clear: () => void;
  /** Selected rows that are loaded. */
  readonly atHand: () => readonly FleetRow[];
  /** Called by the grid with the range of visible rows. */
  readonly see: (first: number, last: number) => void;
}

/** Longer ranges are selected as "all that match". */
const longestRange = 20_000;

export function useListSelection(name: ListName, question: ListQuery, list: ListRows): ListSelection {
  const { rows, window, live, state } = list;
  const selection = useFleetdesk((state) => (state.fleetLists[listKey(name)] ?? emptyFleetList).selection);
  const change = useFleetdesk((state) => state.changeFleetList);
  const announce = useFleetdesk((state) => state.announce);
  const sight = useRef({ first: 0, last: 0 });
  const set = useCallback(
    (next: Selection) => {
      change(name, { selection: next });
      const size = selectedCount(next);
      announce(
        size === 0 ? t(($) => $.fleet.list.selectionCleared) : t(($) => $.fleet.list.rowsSelected, { count: size }),
      );
    },
    [announce, change, name],
  );
  const idsBetween = (first: number, last: number): readonly string[] | undefined => {
    const ids: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const row = rows.at(index);
      if (row === undefined) return undefined;
      ids.push(row.id);
    }
    return ids;
  };
  const range = (from: number, to: number): void => {
    const first = Math.min(from, to);
    const last = Math.max(from, to);
    const base: Selection = selection.kind === "some" ? nothingSelected : selection;
    const ids = idsBetween(first, last);
    if (ids !== undefined) return set(withAll(base, ids, true));
    if (last - first >= longestRange) return announce(t(($) => $.fleet.list.rangeTooLong, { count: longestRange }));
    const takeFetched = async (): Promise<void> => {
      const fetched = await window.read(first, last);
      set(
        withAll(
          base,
          fetched.map(({ id }) => id),
          true,
        ),
      );
    };
    void takeFetched();
  };
  const selectMatching = (): void => {
    if (live !== undefined) return set(withAll(nothingSelected, idsBetween(0, rows.total - 1) ?? [], true));
    if (!state.total.exact) return announce(t(($) => $.fleet.list.stillCounting));
    set(allMatching(listQueryKey(question), state.total.value));
  };
  const selectAll = (): void => {
    const whole = rows.total <= sight.current.last - sight.current.first + 1;
    const { first, last } = whole ? { first: 0, last: rows.total - 1 } : sight.current;
    const ids = idsBetween(Math.max(0, first), Math.min(last, rows.total - 1)) ?? [];
    const isAllSelected = ids.length > 0 && ids.every((id) => isSelected(selection, id));
    if (!isAllSelected) set(withAll(selection.kind === "some" ? selection : nothingSelected, ids, true));
    else if (selection.kind === "matching" || whole) set(nothingSelected);
    else selectMatching();
  };
  const size = selectedCount(selection);
  const hidden = useHiddenCount(name, question, selection, list);
  const toggle = (index: number): void => {
    const loadedRow = rows.at(index);
    if (loadedRow !== undefined) return set(toggled(selection, loadedRow.id));
    const takeFetched = async (): Promise<void> => {
      const [row] = await window.read(index, index);
      const now = useFleetdesk.getState().fleetLists[listKey(name)]?.selection ?? nothingSelected;
      if (row !== undefined) set(toggled(now, row.id));
    };
    void takeFetched();
  };
  const isRowSelected = useCallback(({ id }: FleetRow) => isSelected(selection, id), [selection]);
  const see = useCallback((first: number, last: number) => {
    // A row that is cut off at the bottom does not count as visible.
    sight.current = { first, last: Math.max(first, last - 1) };
  }, []);
  return useMemo(
    () => ({
      selection,
      coverage: coverage(
        selection,
        hidden,
        live === undefined ? state.total : { value: live.items.length, exact: true },
      ),
      hidden,
      isRowSelected: isRowSelected,
      toggle,
      range,
      selectAll,
      selectMatching,
      clear: () => set(nothingSelected),
      atHand: () => {
        if (size === 0) return [];
        if (live !== undefined) return live.items.filter(isRowSelected);
        return [...window.entries()]
          .filter(([, row]) => isRowSelected(row))
          .sort(([a], [b]) => a - b)
          .map(([, row]) => row);
      },
      see,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the functions depend on these
    [selection, size, hidden, rows, live, state, question, isRowSelected, set, see, window],
  );
}
