/** Reads when endpoints were last seen. Plain functions of the store's thread. */
import type { ContactTerm } from "../../core/api/query.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { contactVersion as versionOf, type ContactSource } from "../../core/store/endpoint-contacts.ts";
import { canonical } from "../../core/store/record-id.ts";
import { tableBy } from "./candidates.ts";
import { scopeOf } from "./queries-page.ts";

export interface StoredContact {
  readonly at: number;
  readonly source: ContactSource;
}

export function contactsOf(
  db: ReadDb,
  connection: number,
  endpoints: readonly string[],
): Readonly<Record<string, StoredContact>> {
  const rows = db.all<StoredContact & { endpoint: string | number }>(
    `SELECT endpoint, at, source FROM endpoint_contact
      WHERE connection = ? AND endpoint IN (SELECT value FROM json_each(?))`,
    connection,
    JSON.stringify(endpoints.map(canonical)),
  );
  return Object.fromEntries(rows.map(({ endpoint, at, source }) => [String(endpoint), { at, source }]));
}

/** Cached endpoints by a last contact since a time; `silent`: without one, where the term has all events since then. */
export function countContacts(
  db: WriteDb,
  connection: number,
  { since, all, endpoints }: ContactTerm,
): { readonly total: number; readonly seen: number; readonly silent: number } {
  const from = tableBy(scopeOf(db, { connection, collection: "endpoint", filter: [] }), "seen");
  const count = (sql: string, ...values: readonly SqlValue[]): number => db.get<{ n: number }>(sql, ...values)?.n ?? 0;
  const total = count(`SELECT count(*) AS n FROM ${from} WHERE connection = ?`, connection);
  const seen = count(`SELECT count(*) AS n FROM ${from} WHERE connection = ? AND seen >= ?`, connection, since);
  if (all) return { total, seen, silent: total - seen };
  const silent = `SELECT count(*) AS n FROM json_each(?) e CROSS JOIN fleet_endpoint m INDEXED BY fleet_endpoint_by_id
    ON m.connection = ? AND m.id = e.value WHERE m.seen IS NULL OR m.seen < ?`;
  return { total, seen, silent: count(silent, endpoints, connection, since) };
}

export function contactVersion(db: ReadDb): number {
  return versionOf(db);
}
