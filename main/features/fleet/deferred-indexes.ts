/**
 * Indexes whose keys come in no order cost more than all others together while a first sync fills an empty table; they are put aside
 * and built at its end. Their definitions wait in a table, so that they are not forgotten when the process dies.
 */
import type { Collection } from "#contract/fleet.ts";
import type { WriteDb } from "../../store/db.ts";
import { indexOf } from "./candidates.ts";
import { tableOf } from "./columns.ts";

/** Columns in no relation to the id. */
const scattered: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  endpoint: ["imei", "created", "last_updated"],
  sim: ["production_date"],
};

/** Puts the scattered indexes aside when the table has no row of any connection; whether it did. */
export function deferIndexes(db: WriteDb, collection: Collection): boolean {
  if (db.get(`SELECT 1 FROM ${tableOf(collection)} LIMIT 1`) !== undefined) return false;
  for (const field of scattered[collection] ?? []) {
    const name = indexOf(collection, field);
    db.run("INSERT OR IGNORE INTO fleet_deferred_index SELECT name, sql FROM sqlite_schema WHERE name = ?", name);
    db.exec(`DROP INDEX IF EXISTS ${name}`);
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
