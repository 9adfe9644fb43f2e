/** Deletes the cached data of one connection in steps, so that the store's thread serves other queries in between. */
import { collectionSchema } from "#shared/contract/fleet/fleet.ts";
import type { WriteDb } from "../../core/store/db.ts";
import { dropMembers, removeAudienceRow } from "./queries-audiences.ts";
import { tableOf, trigramColumns } from "./columns.ts";

/** True when there may be more. */
export function deleteRows(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    for (const collection of collectionSchema.options) {
      const table = tableOf(collection);
      const rows = db.all<{ rid: number }>(`SELECT rid FROM ${table} WHERE connection = ? LIMIT ?`, connection, limit);
      if (rows.length === 0) continue;
      for (const { rid } of rows) {
        if (trigramColumns[collection] !== undefined) db.run(`DELETE FROM ${table}_words WHERE rowid = ?`, rid);
        for (const suffix of ["_seen", "_raw", ""]) db.run(`DELETE FROM ${table}${suffix} WHERE rid = ?`, rid);
      }
      return true;
    }
    const audience = db.get<{ audience: number }>(
      "SELECT audience FROM fleet_audience WHERE connection = ? LIMIT 1",
      connection,
    )?.audience;
    if (audience !== undefined) {
      if (!dropMembers(db, audience, limit)) removeAudienceRow(db, audience);
      return true;
    }
    db.run("DELETE FROM fleet_reading WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_plan_reading WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_run_page WHERE run IN (SELECT run FROM fleet_run WHERE connection = ?)", connection);
    db.run("DELETE FROM fleet_run WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_history WHERE connection = ?", connection);
    return false;
  });
}
