/**
 * The endpoints' SMS lists as they were last read. Plain functions of the store's thread.
 *
 * Invariants: a reading older than the one that is kept changes nothing; a record leaves only when a complete list is without it.
 */
import type { ReadDb, WriteDb } from "../../store/db.ts";

export interface ListedRecord {
  readonly key: string;
  /** Missing where the submit date cannot be read. */
  readonly at: number | undefined;
  readonly direction: string;
  readonly delivery: string;
  /** What a search looks at, in small letters. */
  readonly sought: string;
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

interface Kept {
  readonly mid: number;
  readonly key: string;
  readonly at: number;
  readonly record: string;
}

/** Keeps lists in one step; for each, true when it says anything that was not known before. */
export function keepLists(db: WriteDb, lists: readonly ReadList[]): boolean[] {
  return db.transaction(() => lists.map((list) => keepList(db, list)));
}

function keepList(db: WriteDb, list: ReadList): boolean {
  const { connection, endpoint, asOf, complete, records } = list;
  const before = threadOf(db, connection, endpoint);
  if (before !== undefined && before.asOf > asOf) return false;
  db.run(
    "INSERT OR REPLACE INTO sms_thread (connection, endpoint, as_of, complete) VALUES (?, ?, ?, ?)",
    connection,
    endpoint,
    asOf,
    complete ? 1 : 0,
  );
  const kept = new Map(keptOf(db, connection, endpoint).map((one) => [one.key, one] as const));
  let changed = before === undefined;
  for (const record of records) {
    const known = kept.get(record.key);
    kept.delete(record.key);
    if (known?.record === record.record) continue;
    changed = true;
    if (known === undefined) add(db, list, record);
    else change(db, known, record);
  }
  if (!complete || kept.size === 0) return changed;
  for (const { mid } of kept.values()) drop(db, mid);
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
  return keptOf(db, connection, endpoint).map(({ key, at, record }) => ({ key, at, record }));
}

/** Records without an id have a key of their own making. */
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

/** Removes what is kept of a connection, a piece at a time; true when something may be left. */
export function forgetLists(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    const rows = db.all<{ mid: number }>("SELECT mid FROM sms_message WHERE connection = ? LIMIT ?", connection, limit);
    for (const { mid } of rows) drop(db, mid);
    if (rows.length > 0) return true;
    db.run("DELETE FROM sms_thread WHERE connection = ?", connection);
    return false;
  });
}

function keptOf(db: ReadDb, connection: number, endpoint: string): Kept[] {
  return db.all<Kept>(
    `SELECT m.mid, m.key, m.at, r.record FROM sms_message m JOIN sms_record r ON r.mid = m.mid
      WHERE m.connection = ? AND m.endpoint = ?`,
    connection,
    endpoint,
  );
}

function add(db: WriteDb, { connection, endpoint, asOf }: ReadList, record: ListedRecord): void {
  const { key, at, direction, delivery, sought } = record;
  const { lastInsertRowid: mid } = db.run(
    "INSERT INTO sms_message (connection, endpoint, key, at, direction, delivery, sought) VALUES (?, ?, ?, ?, ?, ?, ?)",
    connection,
    endpoint,
    key,
    at ?? asOf,
    direction,
    delivery,
    sought,
  );
  db.run("INSERT INTO sms_record (mid, record) VALUES (?, ?)", mid, record.record);
  db.run("INSERT INTO sms_words (rowid, sought) VALUES (?, ?)", mid, sought);
}

function change(db: WriteDb, { mid, at }: Kept, record: ListedRecord): void {
  const { direction, delivery, sought } = record;
  db.run(
    "UPDATE sms_message SET at = ?, direction = ?, delivery = ?, sought = ? WHERE mid = ?",
    record.at ?? at,
    direction,
    delivery,
    sought,
    mid,
  );
  db.run("UPDATE sms_record SET record = ? WHERE mid = ?", record.record, mid);
  db.run("DELETE FROM sms_words WHERE rowid = ?", mid);
  db.run("INSERT INTO sms_words (rowid, sought) VALUES (?, ?)", mid, sought);
}

function drop(db: WriteDb, mid: number): void {
  db.run("DELETE FROM sms_words WHERE rowid = ?", mid);
  db.run("DELETE FROM sms_record WHERE mid = ?", mid);
  db.run("DELETE FROM sms_message WHERE mid = ?", mid);
}
