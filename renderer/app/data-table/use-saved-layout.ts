/** The layout of a table's columns, saved in the settings. */
import { useMemo } from "react";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { useFleetdesk } from "../store/store.ts";

export interface SavedLayout {
  readonly layout: ColumnLayout;
  readonly setLayout: (layout: ColumnLayout) => void;
  /** Restores the default layout. */
  readonly resetLayout: () => void;
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
  const saved = useFleetdesk((state) => state.settings?.columns);
  const changeSettings = useFleetdesk((state) => state.changeSettings);
  const layout = useMemo(() => {
    const [best] = [saved?.[options.place], ...(options.fallbacks ?? [])].filter((one) => one !== undefined);
    const usual = options.visible.map((field) => ({ field }));
    return usableLayout(best, new Set(columns.map(({ id }) => id)), usual);
  }, [columns, options, saved]);
  const setLayout = (next: ColumnLayout): void => {
    const stored = next.map(({ field, width, pinned }) => ({ field, width, pinned }));
    void changeSettings({ columns: { ...saved, [place]: stored } });
  };
  const resetLayout = (): void => {
    const { [place]: _removed, ...rest } = saved ?? {};
    void changeSettings({ columns: rest });
  };
  return { layout, setLayout, resetLayout };
}
