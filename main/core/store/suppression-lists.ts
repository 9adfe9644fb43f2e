/** Suppression lists outlive a change of their connection's address. Plain functions of the store's thread. */
import type { WriteDb } from "./db.ts";

/** The list of a connection with its pins, for another connection to the same fleet. */
export function copySuppressionList(db: WriteDb, { from, to }: { readonly from: number; readonly to: number }): void {
  db.run(
    `INSERT OR IGNORE INTO standing_suppression (connection, value, note, added_at)
     SELECT ?, value, note, added_at FROM standing_suppression WHERE connection = ?`,
    to,
    from,
  );
  db.run(
    `INSERT OR IGNORE INTO standing_pin (connection, value, endpoint, name, found_at)
     SELECT ?, value, endpoint, name, found_at FROM standing_pin WHERE connection = ?`,
    to,
    from,
  );
}
