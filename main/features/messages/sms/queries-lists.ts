/**
 * The SMS lists of the endpoints as last read. Plain functions of the store's thread.
 *
 * Invariants: a list read earlier than the stored one changes nothing; a record is removed only when a complete list lacks it.
 */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { recordContact } from "../../../core/store/endpoint-contacts.ts";
import { retentionCutoff } from "../../../core/store/retention.ts";
import { isEarlierReading } from "../../../core/store/sql.ts";

export interface ListedRecord {
  readonly key: string;
  /** Missing where the submit date cannot be parsed. */
  readonly at: number | undefined;
  readonly direction: string;
  readonly delivery: string;
  /** The text that a search matches, in lower case. */
  readonly searchText: string;
  /** When the device received or sent it; undefined where that is not known. */
  readonly contactAt: number | undefined;
  /** JSON. */
  readonly record: string;
}

export interface ReadList {
  readonly connection: number;
  readonly endpoint: string;
  readonly asOf: number;
  readonly complete: boolean;
  readonly records: readonly ListedRecord[];
}

interface StoredMessage {
  readonly mid: number;
  readonly key: string;
  readonly at: number;
  readonly record: string;
}

/** Saves lists in one transaction; returns for each whether it changed anything. */
export function saveLists(db: WriteDb, lists: readonly ReadList[]): boolean[] {
  return db.transaction(() => lists.map((list) => saveList(db, list)));
}

function saveList(db: WriteDb, list: ReadList): boolean {
  const { connection, endpoint, asOf, complete, records } = list;
  const before = threadOf(db, connection, endpoint);
  if (before !== undefined && isEarlierReading(asOf, before.asOf)) return false;
  db.run(
    "INSERT OR REPLACE INTO sms_thread (connection, endpoint, as_of, complete) VALUES (?, ?, ?, ?)",
    connection,
    endpoint,
    asOf,
    complete ? 1 : 0,
  );
  const cached = new Map(storedMessagesOf(db, connection, endpoint).map((one) => [one.key, one] as const));
  let changed = before === undefined;
  for (const record of records) {
    const existing = cached.get(record.key);
    cached.delete(record.key);
    const isUnchanged = existing?.record === record.record;
    // A contact is not later than its first reading; one dated in the future would count as recent until then.
    if (record.contactAt !== undefined && (record.contactAt <= asOf || !isUnchanged))
      recordContact(db, connection, endpoint, { at: Math.min(record.contactAt, asOf), source: "sms" });
    if (isUnchanged) continue;
    changed = true;
    if (existing === undefined) add(db, list, record);
    else change(db, existing, record);
  }
  if (!complete || cached.size === 0) return changed;
  for (const { mid } of cached.values()) drop(db, mid);
  return true;
}

export function threadOf(
  db: ReadDb,
  connection: number,
  endpoint: string,
): { readonly asOf: number; readonly complete: number } | undefined {
  return db.get(
    "SELECT as_of AS asOf, complete FROM sms_thread WHERE connection = ? AND endpoint = ?",
    connection,
    endpoint,
  );
}

export interface CachedMessage {
  readonly key: string;
  readonly at: number;
  readonly record: string;
}

export function cachedMessages(db: ReadDb, connection: number, endpoint: string): CachedMessage[] {
  return storedMessagesOf(db, connection, endpoint).map(({ key, at, record }) => ({ key, at, record }));
}

/** Ids since a time; records without an id are excluded, since their key is generated. */
export function listedIds(
  db: ReadDb,
  args: { readonly connection: number; readonly endpoint: string; readonly since: number },
): string[] {
  return db
    .all<{ key: string }>(
      `SELECT key FROM sms_message WHERE connection = ? AND endpoint = ? AND at >= ? AND delivery <> 'cancelled'
         AND key NOT LIKE 'made-%'`,
      args.connection,
      args.endpoint,
      args.since,
    )
    .map(({ key }) => key);
}

/** Deletes the cached lists of a connection in steps; true when there may be more. */
export function deleteLists(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    const rows = db.all<{ mid: number }>("SELECT mid FROM sms_message WHERE connection = ? LIMIT ?", connection, limit);
    for (const { mid } of rows) drop(db, mid);
    if (rows.length > 0) return true;
    db.run("DELETE FROM sms_thread WHERE connection = ?", connection);
    return false;
  });
}

/** Where a step of `pruneLists` ended. */
export interface ListPosition {
  readonly connection: number;
  readonly endpoint: string;
}

/**
 * Looks at up to `limit` lists after a position, and deletes those that were read before their retention, with their endpoint's row, so that
 * they count as never read. Returns the position to continue after; undefined at the end. A list stays while a recipient of its endpoint is
 * pending, in progress or unknown: its ids may be needed as proof that a message was not sent.
 */
export function pruneLists(
  db: WriteDb,
  { after, nowMs, limit }: { readonly after: ListPosition | undefined; readonly nowMs: number; readonly limit: number },
): ListPosition | undefined {
  return db.transaction(() => {
    const cutoff = retentionCutoff(db, "messages", nowMs);
    const lists = db.all<ListPosition & { readonly asOf: number }>(
      `SELECT connection, endpoint, as_of AS asOf FROM sms_thread WHERE (connection, endpoint) > (?, ?)
        ORDER BY connection, endpoint LIMIT ?`,
      after?.connection ?? 0,
      after?.endpoint ?? "",
      limit,
    );
    for (const { connection, endpoint, asOf } of lists) {
      if (asOf >= cutoff || hasOpenRecipient(db, connection, endpoint)) continue;
      for (const { mid } of storedMessagesOf(db, connection, endpoint)) drop(db, mid);
      db.run("DELETE FROM sms_thread WHERE connection = ? AND endpoint = ?", connection, endpoint);
    }
    return lists.length === limit ? lists.at(-1) : undefined;
  });
}

function hasOpenRecipient(db: ReadDb, connection: number, endpoint: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM recipient r JOIN campaign c ON c.id = r.campaign
        WHERE r.endpoint = ? AND c.connection = ? AND r.outcome IN (1, 2, 5) LIMIT 1`,
      endpoint,
      connection,
    ) !== undefined
  );
}

function storedMessagesOf(db: ReadDb, connection: number, endpoint: string): StoredMessage[] {
  return db.all<StoredMessage>(
    `SELECT m.mid, m.key, m.at, r.record FROM sms_message m JOIN sms_record r ON r.mid = m.mid
      WHERE m.connection = ? AND m.endpoint = ?`,
    connection,
    endpoint,
  );
}

function add(db: WriteDb, { connection, endpoint, asOf }: ReadList, record: ListedRecord): void {
  const { key, at, direction, delivery, searchText } = record;
  const { lastInsertRowid: mid } = db.run(
    "INSERT INTO sms_message (connection, endpoint, key, at, direction, delivery, sought) VALUES (?, ?, ?, ?, ?, ?, ?)",
    connection,
    endpoint,
    key,
    at ?? asOf,
    direction,
    delivery,
    searchText,
  );
  db.run("INSERT INTO sms_record (mid, record) VALUES (?, ?)", mid, record.record);
  db.run("INSERT INTO sms_words (rowid, sought) VALUES (?, ?)", mid, searchText);
}

function change(db: WriteDb, { mid, at }: StoredMessage, record: ListedRecord): void {
  const { direction, delivery, searchText } = record;
  db.run(
    "UPDATE sms_message SET at = ?, direction = ?, delivery = ?, sought = ? WHERE mid = ?",
    record.at ?? at,
    direction,
    delivery,
    searchText,
    mid,
  );
  db.run("UPDATE sms_record SET record = ? WHERE mid = ?", record.record, mid);
  db.run("DELETE FROM sms_words WHERE rowid = ?", mid);
  db.run("INSERT INTO sms_words (rowid, sought) VALUES (?, ?)", mid, searchText);
}

function drop(db: WriteDb, mid: number): void {
  db.run("DELETE FROM sms_words WHERE rowid = ?", mid);
  db.run("DELETE FROM sms_record WHERE mid = ?", mid);
  db.run("DELETE FROM sms_message WHERE mid = ?", mid);
}
