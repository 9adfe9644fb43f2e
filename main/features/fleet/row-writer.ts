/** Writes records of one collection: inserts new ones, updates changed ones, and marks all of them as seen by this run. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { SqlValue, WriteDb } from "../../core/store/db.ts";
import { columns, tableOf, trigramColumns, type ColumnValue } from "./columns.ts";
import { indexOf } from "./candidates.ts";
import { fieldChanges, recordOf } from "./record-fields.ts";

export interface WriterRun {
  readonly run: number;
  readonly connection: number;
  readonly collection: Collection;
  readonly snapshot: number;
  /** The first run of an empty collection: its additions are not recorded as changes. */
  readonly first: boolean;
  /** Started on an empty collection and never interrupted, so no record can exist already. */
  readonly fresh: boolean;
}

/** `same`: also where only the time of the last update differs, which is stored and is no change (`fieldChanges`). */
export type Written = "added" | "changed" | "same";

export interface RowWriter {
  /** `raw` is the record as JSON text, `values` are its columns in the table's order. */
  write(key: string | number, raw: string, values: readonly ColumnValue[], nowMs: number): Written;
}

type StoredRow = Readonly<Record<string, ColumnValue>> & { readonly rid: number };

export function createRowWriter(db: WriteDb, target: WriterRun): RowWriter {
  const { run, connection, collection, snapshot, first, fresh } = target;
  const sql = statements(collection);
  const fields = columns[collection];
  const indexedColumns = trigramColumns[collection] ?? [];
  const indexedTexts = (values: readonly ColumnValue[]): string[] =>
    indexedColumns.map((name) => String(values[fields.findIndex((column) => column.name === name)] ?? ""));

  /** Of endpoints, the place of the last contact, which may be older than the row. */
  const own = (id: SqlValue): readonly SqlValue[] => (collection === "endpoint" ? [connection, id] : []);
  const remember = (id: SqlValue, kind: "added" | "changed", nowMs: number, before: string | null): void => {
    db.run(sql.history, connection, collection, id, snapshot, kind, nowMs, before);
  };
  const add = (id: SqlValue, raw: string, values: readonly ColumnValue[], nowMs: number): void => {
    const { lastInsertRowid: rid } = db.run(sql.insert, connection, id, ...values.map(bound), nowMs, nowMs, ...own(id));
    db.run(sql.insertRaw, rid, raw);
    db.run(sql.insertSeen, rid, run);
    if (indexedColumns.length > 0) db.run(sql.insertTrigrams, rid, ...indexedTexts(values));
    if (!first) remember(id, "added", nowMs, null);
  };
  const change = (id: SqlValue, rid: number, raw: string, values: readonly ColumnValue[], nowMs: number): Written => {
    const before = db.get<{ raw: string }>(sql.readRaw, rid)?.raw;
    const stored = db.get<StoredRow>(sql.readRow, rid);
    const isSame = fieldChanges(recordOf(before), recordOf(raw)).length === 0;
    if (!isSame) remember(id, "changed", nowMs, before ?? null);
    // Only changed columns are set: SQLite would rewrite every index of a column that is named.
    const changed = fields.flatMap(({ name }, index) => (stored?.[name] === values[index] ? [] : [index]));
    const names = changed.map((index) => `${fields[index]?.name} = ?, `).join("");
    const set = changed.map((index) => bound(values[index] ?? null));
    db.run(`UPDATE ${tableOf(collection)} SET ${names}changed_at = ? WHERE rid = ?`, ...set, nowMs, rid);
    db.run(sql.updateRaw, raw, rid);
    db.run(sql.updateSeen, run, rid);
    if (changed.some((index) => indexedColumns.includes(fields[index]?.name ?? ""))) {
      db.run(sql.deleteTrigrams, rid);
      db.run(sql.insertTrigrams, rid, ...indexedTexts(values));
    }
    return isSame ? "same" : "changed";
  };

  return {
    write: (key, raw, values, nowMs) => {
      const id = bound(key);
      const existing = fresh
        ? undefined
        : db.get<{ rid: number; same: number; run: number }>(sql.find, raw, connection, id);
      if (existing?.same === 1) {
        if (existing.run !== run) db.run(sql.updateSeen, run, existing.rid);
        return "same";
      }
      if (existing === undefined) {
        add(id, raw, values, nowMs);
        return "added";
      }
      return change(id, existing.rid, raw, values, nowMs);
    },
  };
}

/** The driver binds numbers as reals, and a column without affinity would store them as such. */
export function bound(value: ColumnValue): SqlValue {
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
}

/** Removes rows from the lists; their last state stays in the history. */
export function removeRows(db: WriteDb, target: WriterRun, rids: readonly number[], nowMs: number): void {
  const { collection, snapshot } = target;
  const table = tableOf(collection);
  const history = `INSERT OR IGNORE INTO fleet_history (connection, collection, id, snapshot, kind, at, before)
    SELECT connection, ?, id, ?, 'gone', ?, raw FROM ${table} m JOIN ${table}_raw r ON r.rid = m.rid WHERE m.rid = ?`;
  for (const rid of rids) {
    db.run(history, collection, snapshot, nowMs, rid);
    for (const suffix of ["", "_raw", "_seen"]) db.run(`DELETE FROM ${table}${suffix} WHERE rid = ?`, rid);
    if (trigramColumns[collection] !== undefined) db.run(`DELETE FROM ${table}_words WHERE rowid = ?`, rid);
  }
}

interface Statements {
  readonly find: string;
  readonly insert: string;
  readonly insertRaw: string;
  readonly insertSeen: string;
  readonly insertTrigrams: string;
  readonly deleteTrigrams: string;
  readonly readRaw: string;
  readonly readRow: string;
  readonly updateRaw: string;
  readonly updateSeen: string;
  readonly history: string;
}

function statements(collection: Collection): Statements {
  const table = tableOf(collection);
  const names = columns[collection].map(({ name }) => name);
  const indexedColumns = trigramColumns[collection] ?? [];
  const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ");
  return {
    find: `SELECT m.rid, r.raw = ? AS same, s.run FROM ${table} m INDEXED BY ${indexOf(collection, "id")}
      JOIN ${table}_raw r ON r.rid = m.rid JOIN ${table}_seen s ON s.rid = m.rid WHERE m.connection = ? AND m.id = ?`,
    insert:
      collection === "endpoint"
        ? `INSERT INTO ${table} (connection, id, ${names.join(", ")}, first_seen, changed_at, seen) VALUES (${marks(names.length + 4)},
            (SELECT at FROM endpoint_contact WHERE connection = ? AND endpoint = ?))`
        : `INSERT INTO ${table} (connection, id, ${names.join(", ")}, first_seen, changed_at) VALUES (${marks(names.length + 4)})`,
    insertRaw: `INSERT INTO ${table}_raw (rid, raw) VALUES (?, ?)`,
    insertSeen: `INSERT INTO ${table}_seen (rid, run) VALUES (?, ?)`,
    insertTrigrams: `INSERT INTO ${table}_words (rowid, ${indexedColumns.join(", ")}) VALUES (${marks(indexedColumns.length + 1)})`,
    deleteTrigrams: `DELETE FROM ${table}_words WHERE rowid = ?`,
    readRaw: `SELECT raw FROM ${table}_raw WHERE rid = ?`,
    readRow: `SELECT rid, ${names.join(", ")} FROM ${table} WHERE rid = ?`,
    updateRaw: `UPDATE ${table}_raw SET raw = ? WHERE rid = ?`,
    updateSeen: `UPDATE ${table}_seen SET run = ? WHERE rid = ?`,
    // A row that changes twice within one run keeps its state from before the first change.
    history: `INSERT OR IGNORE INTO fleet_history (connection, collection, id, snapshot, kind, at, before) VALUES (${marks(7)})`,
  };
}
