/** Reads when endpoints were last seen. Plain functions of the store's thread. */
import type { ReadDb } from "../../core/store/db.ts";
import { contactVersion as versionOf, type ContactSource } from "../../core/store/endpoint-contacts.ts";
import { canonical } from "../../core/store/record-id.ts";

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

export function contactVersion(db: ReadDb): number {
  return versionOf(db);
}
