/** One value of a record, formatted for display and for copying. */
import { t } from "#shared/texts/text.ts";
import type { ReactNode } from "react";
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { formatRelative, formatDateTime } from "../../lib/format.ts";
import { statusFrom, textAt, valueAt } from "../../lib/records.ts";
import { parseServiceDate } from "../../lib/service-date.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import type { ListColumn } from "./columns/list-column.ts";
import type { FleetRow } from "./fleet-slice.ts";
import classes from "./fleet.module.css";
import { isPresent, listText, referenceText } from "./record-text.ts";

// Looked up once: cells render on every scroll.
const [yes, no, unknown] = [t(($) => $.common.yes), t(($) => $.common.no), t(($) => $.common.unknown)];

/** The whole value as text; undefined if the record has none. */
export function cellText(column: ListColumn, collection: Collection, record: JsonRecord): string | undefined {
  switch (column.kind) {
    case "text":
    case "identifier":
    case "number":
    case "time":
      return textAt(record, column.path);
    case "tags":
      return listText(record, column.path);
    case "reference":
      return referenceText(record, column.path);
    case "status":
      return isPresent(record, column.path)
        ? statusFrom(column.of ?? collection, valueAt(record, column.path)).text
        : undefined;
    case "flag": {
      const text = textAt(record, column.path);
      return text === undefined ? undefined : text === "true" || text === "1" ? yes : no;
    }
  }
}

/** Meaning of a missing value; undefined if unknown. */
function absentText({ within, absent }: ListColumn, record: JsonRecord): string | undefined {
  if (within !== undefined && !isPresent(record, within.path)) return within.fact;
  return absent === "unknown" ? undefined : absent.fact;
}

function render(column: ListColumn, collection: Collection, record: JsonRecord, now: number): ReactNode {
  const text = cellText(column, collection, record);
  if (text === undefined) {
    const word = absentText(column, record);
    return word === undefined ? (
      <StatusPill tone="unknown">{unknown}</StatusPill>
    ) : (
      <span className={classes["noValue"]}>{word}</span>
    );
  }
  if (column.kind === "status") {
    const { tone } = statusFrom(column.of ?? collection, valueAt(record, column.path));
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

export interface TableColumnSettings {
  readonly collection: Collection;
  readonly sortable: ReadonlySet<string>;
  readonly now: number;
}

/** Converts a column description to a table column. */
export function tableColumn(column: ListColumn, settings: TableColumnSettings): TableColumn<FleetRow> {
  const { collection, sortable, now } = settings;
  return {
    id: column.field,
    title: column.title,
    width: column.width,
    align: column.kind === "number" ? ("end" as const) : undefined,
    mono: column.kind === "identifier",
    sortable: sortable.has(column.field),
    render: ({ record }) => render(column, collection, record, now),
    text: ({ record }) => cellText(column, collection, record) ?? absentText(column, record) ?? unknown,
  };
}
