/** The layout of a table's columns, saved in the settings. A change can be undone. */
import { t } from "#shared/texts/text.ts";
import { useMemo } from "react";
import { changeSettings, currentSettings, useSettings } from "../../data/settings.ts";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { offerUndo } from "../actions/undo.ts";

export interface SavedLayout {
  readonly layout: ColumnLayout;
  readonly setLayout: (layout: ColumnLayout) => void;
  /** Restores the default layout. */
  readonly resetLayout: () => void;
  /** Restores the default layout without undo; returns how to restore the saved one. */
  readonly forgetLayout: () => () => void;
}

export interface LayoutOptions {
  /** Key in the settings. */
  readonly place: string;
  /** Ids of the columns that are visible by default. */
  readonly visible: readonly string[];
  /** Layouts used while none is saved, best first. */
  readonly fallbacks?: readonly (ColumnLayout | undefined)[];
}

/** `columns` and `options` must be stable. */
export function useSavedLayout<R>(columns: readonly TableColumn<R>[], options: LayoutOptions): SavedLayout {
  const { place } = options;
  const saved = useSettings(({ columns: layouts }) => layouts);
  const layout = useMemo(() => {
    const [best] = [saved?.[options.place], ...(options.fallbacks ?? [])].filter((one) => one !== undefined);
    const usual = options.visible.map((field) => ({ field }));
    return usableLayout(best, new Set(columns.map(({ id }) => id)), usual);
  }, [columns, options, saved]);
  return {
    layout,
    setLayout: (next) => changeLayout(place, next),
    resetLayout: () => changeLayout(place, undefined),
    forgetLayout: () => saveLayout(place, undefined),
  };
}

/** Undefined: the default layout. Offers to undo it. */
export function changeLayout(place: string, next: ColumnLayout | undefined): void {
  offerUndo(
    t(($) => $.shell.undo.columnsChanged),
    saveLayout(place, next),
  );
}

/** Returns how to restore the former layout. */
function saveLayout(place: string, next: ColumnLayout | undefined): () => void {
  const { [place]: before, ...others } = currentSettings()?.columns ?? {};
  const stored = next?.map(({ field, width, pinned }) => ({ field, width, pinned }));
  void changeSettings({ columns: stored === undefined ? others : { ...others, [place]: stored } });
  return () => void saveLayout(place, before);
}
