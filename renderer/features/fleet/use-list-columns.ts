/** The available columns of a list, and the layout from the settings or a saved view. */
import { useEffect, useMemo } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { listColumns } from "./list-columns.ts";
import type { FleetRow, ListName } from "./fleet-slice.ts";
import { tableColumn } from "./list-cell.tsx";

export interface ListColumns {
  readonly columns: readonly TableColumn<FleetRow>[];
  readonly layout: ColumnLayout;
  readonly setLayout: (layout: ColumnLayout) => void;
  /** Restores the default layout. */
  readonly resetLayout: () => void;
}

export function useListColumns({ collection }: ListName): ListColumns {
  const fields = useFleetdesk((state) => state.fleetFields[collection]);
  const loadFleetFields = useFleetdesk((state) => state.loadFleetFields);
  const savedColumns = useFleetdesk((state) => state.settings?.columns);
  const changeSettings = useFleetdesk((state) => state.changeSettings);
  const view = useFleetdesk((state) => state.address.query["view"]);
  const views = useFleetdesk((state) => state.views);
  const now = useNow();
  useEffect(() => void loadFleetFields(collection), [collection, loadFleetFields]);

  const columns = useMemo(() => {
    const sortable = new Set(fields?.flatMap((field) => (field.sortable ? [field.name] : [])));
    return listColumns[collection].map((column) => tableColumn(column, { collection, sortable, now }));
  }, [fields, collection, now]);
  const place = view === undefined ? `fleet/${collection}` : `view/${view}`;
  const ofView = dataOf(views)?.find(({ id }) => String(id) === view)?.columns;
  const layout = useMemo(() => {
    const availableFields = new Set(listColumns[collection].map(({ name }) => name));
    const defaultLayout = listColumns[collection].flatMap(({ name, list }) =>
      list.hidden === true ? [] : [{ field: name }],
    );
    return usableLayout(
      savedColumns?.[place] ?? ofView ?? savedColumns?.[`fleet/${collection}`],
      availableFields,
      defaultLayout,
    );
  }, [collection, savedColumns, place, ofView]);
  const setLayout = (next: ColumnLayout): void => {
    const stored = next.map(({ field, width, pinned }) => ({
      field,
      width,
      pinned,
    }));
    void changeSettings({ columns: { ...savedColumns, [place]: stored } });
  };
  const resetLayout = (): void => {
    const { [place]: _removed, ...rest } = savedColumns ?? {};
    void changeSettings({ columns: rest });
  };
  return { columns, layout, setLayout, resetLayout };
}
