/**
 * During a first sync into an empty table, updating a dozen indexes costs more than everything else, so most are dropped and built at its
 * end, from sorted rows. Their definitions are saved in a table, so that they survive a crash.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { WriteDb } from "../../core/store/db.ts";
import { tableOf } from "./columns.ts";

/** Kept during the first sync, so that lists by id and by name stay fast. */
const immediateFields = ["id", "name"];

/** Drops a table's indexes if it has no row of any connection; returns whether it did. */
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

/** Builds one deferred index; false when there was none. Takes about a second for a million rows. */
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
