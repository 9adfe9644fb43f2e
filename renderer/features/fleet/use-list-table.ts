/** A list as a table: its rows, its columns, and its layout from the settings or a saved view. */
import { useCallback, useMemo } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import type { RowTarget } from "../../app/actions/row-actions.ts";
import { type DataTable, type TargetRows, useDataTable } from "../../app/data-table/use-data-table.ts";
import { type SavedLayout, useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useSettings } from "../../data/settings.ts";
import { recordLabel } from "../../lib/field-label.ts";
import { collectionLabels, formatOpen, parseOpen, textAt } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { audienceOfSelection, sourceOfSelection } from "./audience-of-selection.ts";
import { cellText, tableColumn } from "./list-cell.tsx";
import { listColumns } from "./list-columns.ts";
import { fleetRowQuery, type FleetRow, fleetTableId, type ListName, type ListQuery } from "./fleet-slice.ts";
import { readSort, writeSort } from "./sort-by.ts";
import type { Filter } from "./use-filter.ts";
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

type ListTarget = Omit<RowTarget, "connection" | "copy" | "count" | "open">;

const rowId = ({ id }: FleetRow): string => id;

const recordOf = ({ record }: FleetRow): unknown => record;

export function useListTable(name: ListName, question: ListQuery, live: LiveRows, filter: Filter): ListTable {
  const { columns, savedLayout } = useListColumns(name);
  const fleetWindow = useFleetdesk((state) => state.fleetWindow);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const query = useMemo(() => fleetRowQuery(name, question), [name, question]);
  const close = useCallback(() => setQuery({ open: undefined, tab: undefined }), [setQuery]);
  const { collection } = name;
  const fields = useFleetData("fleet.fields", { collection })?.fields;
  const rowTarget = ({ selection, id, row, column, ids }: TargetRows<FleetRow>): ListTarget => ({
    ...targetBase(collection, id, row),
    ...(collection === "endpoint" && selection !== undefined
      ? { audience: audienceOfSelection(selection, question), quotaSource: sourceOfSelection(selection, question) }
      : {}),
    endpoints: collection === "endpoint" ? ids : undefined,
    filter: row === undefined ? undefined : valueFilter(collection, column, row, fields ?? [], filter.add),
  });
  const table = useDataTable({
    id: fleetTableId(name),
    connection: name.connection,
    rowTarget,
    dataOf: recordOf,
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

function targetBase(collection: Collection, id: string | undefined, row: FleetRow | undefined): ListTarget {
  if (collection === "endpoint") return { kind: collection, endpoint: id };
  const endpoint = collection === "sim" && row !== undefined ? textAt(row.record, "endpoint.id") : undefined;
  return { kind: collection, endpoint };
}

/** The condition that the value of a cell fulfils; undefined if the filter grammar cannot express it. */
function valueFilter(
  collection: Collection,
  columnId: string | undefined,
  { record }: FleetRow,
  fields: readonly Field[],
  add: Filter["add"],
): RowTarget["filter"] {
  const columns = listColumns[collection];
  const column = columns.find(({ name }) => name === columnId) ?? columns[0];
  if (column === undefined || fields.find(({ name }) => name === column.name)?.match === undefined) return undefined;
  const value = textAt(record, `${column.path}.id`) ?? textAt(record, column.path);
  if (value === undefined || value.includes(",")) return undefined;
  const label = `${recordLabel(column.label)}: ${cellText(column, collection, record) ?? value}`;
  return { label, apply: () => add({ field: column.name, value }) };
}

interface ListColumns {
  readonly columns: readonly TableColumn<FleetRow>[];
  readonly savedLayout: SavedLayout;
}

function useListColumns({ collection }: ListName): ListColumns {
  const fields = useFleetData("fleet.fields", { collection })?.fields;
  const ofList = useSettings(({ columns: layouts }) => layouts[`fleet/${collection}`]);
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
