/**
 * The last contact of each endpoint with the mobile network. Plain functions of the store's thread.
 *
 * Invariants: written in the transaction that saves the event or SMS that proves the contact, and only ever moved forward. It outlives that
 * event, which is deleted after 30 days, and the cached endpoint, whose column `seen` is always equal to it.
 */
import type { ReadDb, WriteDb } from "./db.ts";
import { boundId } from "./record-id.ts";

/** What proves the contact: an update of the location, a data session (PDP context), or an SMS that was delivered or received. */
export type ContactSource = "location" | "data" | "sms";

const changes = new WeakMap<ReadDb, number>();

/** Differs after every recorded contact; counts from each start. */
export function contactVersion(db: ReadDb): number {
  return changes.get(db) ?? 0;
}

export function recordContact(
  db: WriteDb,
  connection: number,
  endpoint: string,
  { at, source }: { readonly at: number; readonly source: ContactSource },
): void {
  const { changes: written } = db.run(
    `INSERT INTO endpoint_contact (connection, endpoint, at, source) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, source = excluded.source WHERE excluded.at > at`,
    connection,
    boundId(endpoint),
    at,
    source,
  );
  if (written === 0) return;
  db.run("UPDATE fleet_endpoint SET seen = ? WHERE connection = ? AND id = ?", at, connection, boundId(endpoint));
  changes.set(db, contactVersion(db) + 1);
}

/** Deletes some contacts of a connection; true while there are more. */
export function deleteContacts(db: WriteDb, connection: number, limit: number): boolean {
  const sql = `DELETE FROM endpoint_contact WHERE connection = ?
    AND endpoint IN (SELECT endpoint FROM endpoint_contact WHERE connection = ? LIMIT ?)`;
  return db.run(sql, connection, connection, limit).changes === limit;
}
