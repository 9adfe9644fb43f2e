/**
 * While a first sync fills an empty table, keeping a dozen indexes costs more than all else; most are put aside and built at its end,
 * sorted. Their definitions wait in a table, so that they are not forgotten when the process dies.
 */
import type { Collection } from "#contract/fleet.ts";
import type { WriteDb } from "../../store/db.ts";
import { tableOf } from "./columns.ts";

/** What a person sees while the first sync runs stays quick: lists by id and by name. */
const immediateFields = ["id", "name"];

/** Puts a table's indexes aside when it has no row of any connection; whether it did. */
export function deferIndexes(db: WriteDb, collection: Collection): boolean {
  const table = tableOf(collection);
  if (db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined) return false;
  const marks = immediateFields.map(() => "?").join(", ");
  const indexes = db.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name GLOB ? AND name NOT IN (${marks})`,
    `${table}_by_*`,
    ...immediateFields.map((field) => `${table}_by_${field}`),
  );
  for (const { name, sql } of indexes) {
    db.run("INSERT OR IGNORE INTO fleet_deferred_index (name, definition) VALUES (?, ?)", name, sql);
    db.exec(`DROP INDEX ${name}`);
  }
  return true;
}

/** Builds one index that was put aside; false when there was none. A second or so for a million rows. */
export function buildDeferredIndex(db: WriteDb): boolean {
  const next = db.get<{ name: string; definition: string }>(
    "SELECT name, definition FROM fleet_deferred_index LIMIT 1",
  );
  if (next === undefined) return false;
  db.transaction(() => {
    db.exec(next.definition);
    db.run("DELETE FROM fleet_deferred_index WHERE name = ?", next.name);
  });
  return true;
}
