/** A list as a table: its rows, its columns, and its layout from the settings or a saved view. */
import { useCallback, useMemo } from "react";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { type SavedLayout, useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { collectionLabels, formatOpen, parseOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { tableColumn } from "./list-cell.tsx";
import { listColumns } from "./list-columns.ts";
import { fleetRowQuery, type FleetRow, fleetTableId, type ListName, type ListQuery } from "./fleet-slice.ts";
import { readSort, writeSort } from "./sort-by.ts";
import type { LiveRows } from "./use-live.ts";

export interface ListTable {
  readonly table: DataTable<FleetRow>;
  readonly savedLayout: SavedLayout;
}

// Props shared by the sections of a list page.

export interface ListSectionProps extends ListTable {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly live: LiveRows;
}

const rowId = ({ id }: FleetRow): string => id;

export function useListTable(name: ListName, question: ListQuery, live: LiveRows): ListTable {
  const { columns, savedLayout } = useListColumns(name);
  const fleetWindow = useFleetdesk((state) => state.fleetWindow);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const query = useMemo(() => fleetRowQuery(name, question), [name, question]);
  const close = useCallback(() => setQuery({ open: undefined, tab: undefined }), [setQuery]);
  const table = useDataTable({
    id: fleetTableId(name),
    name: collectionLabels[name.collection].many,
    list: useMemo(() => fleetWindow(name), [fleetWindow, name]),
    query,
    fixedRows: live.rows,
    rowId,
    columns,
    savedLayout,
    sort: useMemo(() => readSort(question.sort), [question.sort]),
    onSort: (keys) => setQuery({ sort: writeSort(keys) }),
    openId: opened?.collection === name.collection ? opened.id : undefined,
    onOpen: ({ id }) =>
      setQuery({ open: formatOpen({ collection: name.collection, id }) }, { replace: open !== undefined }),
    onClose: open === undefined ? undefined : close,
  });
  return { table, savedLayout };
}

interface ListColumns {
  readonly columns: readonly TableColumn<FleetRow>[];
  readonly savedLayout: SavedLayout;
}

function useListColumns({ collection }: ListName): ListColumns {
  const fields = useFleetData("fleet.fields", { collection })?.fields;
  const ofList = useFleetdesk((state) => state.settings?.columns[`fleet/${collection}`]);
  const view = useFleetdesk((state) => state.address.query["view"]);
  const views = useFleetData("views.list", {})?.views;
  const now = useNow();

  const columns = useMemo(() => {
    const sortable = new Set(fields?.flatMap((field) => (field.sortable ? [field.name] : [])));
    return listColumns[collection].map((column) => tableColumn(column, { collection, sortable, now }));
  }, [fields, collection, now]);
  const ofView = views?.find(({ id }) => String(id) === view)?.columns;
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
