/** A list as a table: its rows, its columns with the values of records, and its layout from the settings or a saved view. */
import { useCallback, useMemo, type ReactNode } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { recordFields } from "#shared/records/fields.ts";
import { hasContent, isTrue, presenceOf, type RecordText, valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { formatRelative, formatDateTime } from "#shared/format.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import type { RowTarget } from "../../app/actions/row-actions.ts";
import { type DataTable, type TargetRows, useDataTable } from "../../app/data-table/use-data-table.ts";
import { type SavedLayout, useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useSettings } from "../../data/settings.ts";
import { recordLabel } from "../../lib/field-label.ts";
import {
  collectionLabels,
  formatOpen,
  parseOpen,
  textAt,
  listItems,
  referenceText,
  type Status,
  statusFrom,
} from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { audienceOfSelection, sourceOfSelection } from "./audience-of-selection.ts";
import { listColumns, type ListColumn } from "./list-columns.ts";
import { fleetRowQuery, type FleetRow, fleetTableId, type ListName, type ListQuery } from "./fleet-slice.ts";
import { readSort, writeSort } from "./sort-by.ts";
import type { Filter } from "./use-filter.ts";
import type { LiveRows } from "./use-live.ts";
import { LastSeen, lastSeenText } from "../../ui/last-seen.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./fleet.module.css";

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

// Looked up once: cells render on every scroll.
const [yes, no, unknown] = [t(($) => $.common.yes), t(($) => $.common.no), t(($) => $.common.unknown)];

/** The whole value as text; undefined if the record has none. */
function cellText(column: ListColumn, collection: Collection, record: JsonRecord): string | undefined {
  switch (column.kind) {
    case "text":
    case "identifier":
    case "number":
    case "money":
    case "time":
    case "contact":
      return textAt(record, column.path);
    case "tags":
      return listItems(record, column.path).join(", ") || undefined;
    case "reference":
      return referenceText(record, column.path);
    case "status":
      return hasContent(valueAt(record, column.path)) ? statusOf(column, collection, record).text : undefined;
    case "flag": {
      const text = textAt(record, column.path);
      return text === undefined ? undefined : isTrue(valueAt(record, column.path)) ? yes : no;
    }
  }
}

/** Meaning of a missing value; undefined if unknown. */
function absentText(column: ListColumn, collection: Collection, record: JsonRecord): string | undefined {
  const part = recordFields[collection].find(({ name }) => name === column.within);
  switch (presenceOf(record, column)) {
    case "outside":
      return emptyText(part?.empty);
    case "empty":
      return emptyText(column.empty);
    case "missing":
    case "present":
      return undefined;
  }
}

function emptyText(empty: RecordText | undefined): string {
  return empty === undefined ? "–" : recordLabel(empty);
}

function render(column: ListColumn, collection: Collection, record: JsonRecord, now: number): ReactNode {
  if (column.kind === "contact") return <LastSeen now={now} record={record} short />;
  const text = cellText(column, collection, record);
  if (text === undefined) {
    const word = absentText(column, collection, record);
    return word === undefined ? (
      <StatusPill tone="neutral">{unknown}</StatusPill>
    ) : (
      <span className={classes["noValue"]}>{word}</span>
    );
  }
  if (column.kind === "status") {
    const { tone } = statusOf(column, collection, record);
    return <StatusPill tone={tone}>{text}</StatusPill>;
  }
  if (column.kind !== "time") return <span title={text.length > 16 ? text : undefined}>{text}</span>;
  const at = parseServiceDate(text);
  return at === undefined ? (
    <span>{text}</span>
  ) : (
    <span className={classes["time"]} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </span>
  );
}

function statusOf({ path, target }: ListColumn, collection: Collection, record: JsonRecord): Status {
  return statusFrom(target === "sim" ? target : collection, valueAt(record, path));
}

interface TableColumnSettings {
  readonly collection: Collection;
  readonly sortable: ReadonlySet<string>;
  readonly now: number;
}

/** Converts a column description to a table column. */
function tableColumn(column: ListColumn, settings: TableColumnSettings): TableColumn<FleetRow> {
  const { collection, sortable, now } = settings;
  return {
    id: column.name,
    title: recordLabel(column.label),
    width: column.list.width,
    align: column.kind === "number" || column.kind === "money" ? ("end" as const) : undefined,
    mono: column.kind === "identifier",
    sortable: sortable.has(column.name),
    render: ({ record }) => render(column, collection, record, now),
    text: ({ record }) =>
      column.kind === "contact"
        ? (textAt(record, column.path) ?? lastSeenText({ record, now }))
        : (cellText(column, collection, record) ?? absentText(column, collection, record) ?? unknown),
  };
}
