/** Selection in the overview: single rows, a range, or all that match. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { useCallback, useMemo, useRef } from "react";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { CallFailure, fleet } from "../../lib/fleet.ts";
import type { PagedListState } from "../../lib/data-source.ts";
import {
  allMatching,
  coverage,
  idsNotIn,
  isSelected,
  nothingSelected,
  type Selection,
  selectedCount,
  toggled,
  withAll,
} from "../../lib/selection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type QuotasRequest, listedKey } from "./quotas-slice.ts";

export interface QuotaSelection {
  readonly selection: Selection;
  readonly size: number;
  /** How much of the overview is selected. */
  readonly selected: "none" | "some" | "all";
  /** Number of selected rows that the overview does not show; undefined if the loaded rows do not determine it. */
  readonly hidden: number | undefined;
  readonly isRowSelected: (row: QuotaItem) => boolean;
  readonly toggle: (index: number) => void;
  readonly range: (from: number, to: number) => Promise<void>;
  readonly toggleAll: () => void;
  readonly selectMatching: () => void;
  readonly clear: () => void;
  readonly see: (first: number, last: number) => void;
  /** Selected rows that are loaded. */
  readonly atHand: () => readonly QuotaItem[];
  /** All selected ids; reads the whole list if all that match are selected. */
  readonly ids: () => Promise<string[]>;
}

/** Maximum number of ids transferred to the window. */
const maxIds = 100_000;
const perCall = 1000;

export function useQuotaSelection(request: QuotasRequest, state: PagedListState): QuotaSelection {
  const window = useFleetdesk((now) => now.quotaWindow);
  const selection = useFleetdesk((now) => now.quotaSelection);
  const select = useFleetdesk((now) => now.selectQuotas);
  const announce = useFleetdesk((now) => now.announce);
  const sight = useRef({ first: 0, last: 0 });
  const set = useCallback(
    (next: Selection) => {
      select(next);
      const size = selectedCount(next);
      announce(size === 0 ? t(($) => $.quotas.foot.announceNone) : t(($) => $.quotas.foot.announce, { count: size }));
    },
    [announce, select],
  );
  const isRowSelected = useCallback(({ endpoint }: QuotaItem) => isSelected(selection, endpoint), [selection]);
  const size = selectedCount(selection);
  const total = state.total.value;
  return useMemo(() => {
    const selectMatching = (): void => set(allMatching(listedKey(request), total));
    const atHand = new Set([...window.entries()].map(([, { endpoint }]) => endpoint));
    const absent = idsNotIn(selection, atHand, state.total);
    const hidden = absent.open.length > 0 ? undefined : absent.hidden.length;
    return {
      selection,
      size,
      selected: coverage(selection, hidden, state.total),
      hidden,
      isRowSelected: isRowSelected,
      toggle: (index) => {
        const loadedRow = window.at(index);
        if (loadedRow !== undefined) return set(toggled(selection, loadedRow.endpoint));
        const takeFetched = async (): Promise<void> => {
          const [row] = await window.read(index, index);
          if (row !== undefined) set(toggled(useFleetdesk.getState().quotaSelection, row.endpoint));
        };
        void takeFetched();
      },
      range: async (from, to) => {
        const rows = await window.read(Math.min(from, to), Math.max(from, to));
        set(
          withAll(
            selection,
            rows.map(({ endpoint }) => endpoint),
            true,
          ),
        );
      },
      toggleAll: () => {
        if (size > 0) return set(nothingSelected);
        const { first, last } = sight.current;
        if (total <= last - first + 1) return selectMatching();
        const seen = Array.from({ length: last - first + 1 }, (_, index) => window.at(first + index)?.endpoint);
        set(
          withAll(
            nothingSelected,
            seen.filter((id) => id !== undefined),
            true,
          ),
        );
      },
      selectMatching,
      clear: () => set(nothingSelected),
      see: (first, last) => {
        // A row that is cut off at the bottom does not count as visible.
        sight.current = { first, last: Math.max(first, last - 1) };
      },
      atHand: () => [...window.entries()].map(([, row]) => row).filter(isRowSelected),
      ids: async () => await selectedIds(request, selection),
    };
  }, [request, isRowSelected, selection, set, size, state, total, window]);
}

async function selectedIds({ connection, listed }: QuotasRequest, selection: Selection): Promise<string[]> {
  if (selection.kind === "some") return [...selection.ids];
  if (selectedCount(selection) > maxIds) {
    throw new CallFailure({
      code: "too-many-endpoints",
      text: codedText("quota-selection-too-large", { most: maxIds }),
    });
  }
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await fleet.quotas.list({
      connection,
      ...listed,
      limit: perCall,
      cursor,
    });
    ids.push(...page.items.map(({ endpoint }) => endpoint).filter((id) => !selection.except.has(id)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}
