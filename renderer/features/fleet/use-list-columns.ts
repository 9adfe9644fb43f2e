/** The available columns of a list, and the layout from the settings or a saved view. */
import { useEffect, useMemo } from "react";
import { type SavedLayout, useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { listColumns } from "./list-columns.ts";
import type { FleetRow, ListName } from "./fleet-slice.ts";
import { tableColumn } from "./list-cell.tsx";

export interface ListColumns {
  readonly columns: readonly TableColumn<FleetRow>[];
  readonly savedLayout: SavedLayout;
}

export function useListColumns({ collection }: ListName): ListColumns {
  const fields = useFleetdesk((state) => state.fleetFields[collection]);
  const loadFleetFields = useFleetdesk((state) => state.loadFleetFields);
  const ofList = useFleetdesk((state) => state.settings?.columns[`fleet/${collection}`]);
  const view = useFleetdesk((state) => state.address.query["view"]);
  const views = useFleetdesk((state) => state.views);
  const now = useNow();
  useEffect(() => void loadFleetFields(collection), [collection, loadFleetFields]);

  const columns = useMemo(() => {
    const sortable = new Set(fields?.flatMap((field) => (field.sortable ? [field.name] : [])));
    return listColumns[collection].map((column) => tableColumn(column, { collection, sortable, now }));
  }, [fields, collection, now]);
  const ofView = dataOf(views)?.find(({ id }) => String(id) === view)?.columns;
  const options = useMemo(
    () => ({
      place: view === undefined ? `fleet/${collection}` : `view/${view}`,
      visible: listColumns[collection].flatMap(({ name, list }) => (list.hidden === true ? [] : [name])),
      fallbacks: [ofView, ofList],
    }),
    [collection, view, ofView, ofList],
  );
  return { columns, savedLayout: useSavedLayout(columns, options) };
}
