/** One value of a record, formatted for display and for copying. */
import { recordFields } from "#shared/records/fields.ts";
import { hasContent, isTrue, presenceOf, type RecordText, valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { ReactNode } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { formatRelative, formatDateTime } from "#shared/format.ts";
import { recordLabel } from "../../lib/field-label.ts";
import { listItems, referenceText, type Status, statusFrom, textAt } from "../../lib/records.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { LastSeen, lastSeenText } from "../../ui/last-seen.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import type { ListColumn } from "./list-columns.ts";
import type { FleetRow } from "./fleet-slice.ts";
import classes from "./fleet.module.css";

// Looked up once: cells render on every scroll.
const [yes, no, unknown] = [t(($) => $.common.yes), t(($) => $.common.no), t(($) => $.common.unknown)];

/** The whole value as text; undefined if the record has none. */
export function cellText(column: ListColumn, collection: Collection, record: JsonRecord): string | undefined {
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

export interface TableColumnSettings {
  readonly collection: Collection;
  readonly sortable: ReadonlySet<string>;
  readonly now: number;
}

/** Converts a column description to a table column. */
export function tableColumn(column: ListColumn, settings: TableColumnSettings): TableColumn<FleetRow> {
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
