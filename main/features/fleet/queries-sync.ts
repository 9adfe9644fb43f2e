/**
 * The rows of a sync run: started, written page by page, ended. Invariants: a page is one commit; only a run that ended complete removes
 * rows from the lists; an interrupted run stays `running`, and the next sync resumes it.
 */
import { type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { placeholders } from "../../core/store/sql.ts";
import { retentionCutoff } from "../../core/store/retention.ts";
import { columns, tableOf, bound, type ColumnValue } from "./columns.ts";
import { clearMemo, clearMemos, indexOf } from "./candidates.ts";
import { type PageRows, fieldChanges, recordOf } from "./record-rows.ts";
import { extendSearchIndex, removeFromSearchIndex, updateSearchIndex } from "./search-index.ts";

export interface RunRow extends WriterRun {
  readonly perPage: number;
  readonly startedAt: number;
  /** Totals so far. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly requests: number;
}

export interface ResumableRun extends RunRow {
  /** Pages 1 to n that are done, of a resumed run; 0 for a new one. */
  readonly pagesDone: number;
  /** Digest of page n's ids. */
  readonly lastDigest: string | undefined;
}

export interface RunEnd {
  readonly state: "complete" | "partial";
  readonly promised: number | undefined;
  readonly unique: number;
  readonly duplicates: number;
  readonly gaps: number;
  readonly reason: CodedText | undefined;
  /** Number of endpoints per status, of a complete run. */
  readonly statusCounts?: Readonly<Record<string, number>>;
}

interface StoredRun {
  readonly run: number;
  readonly connection: number;
  readonly collection: Collection;
  readonly snapshot: number;
  readonly first: number;
  readonly per_page: number;
  readonly started_at: number;
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
  readonly requests: number;
}

/** An older run is not resumed: its first pages are no longer recent. */
const resumableMs = 10 * 60 * 1000;

/** The interrupted run of the collection, or a new one. A run that is too old, or used another page size, is restarted. */
export function beginRun(
  db: WriteDb,
  connection: number,
  collection: Collection,
  perPage: number,
  nowMs: number,
): ResumableRun {
  return db.transaction(() => {
    const open = db.get<StoredRun>(
      "SELECT * FROM fleet_run WHERE connection = ? AND collection = ? AND state = 'running'",
      connection,
      collection,
    );
    if (open !== undefined) {
      const age = nowMs - open.started_at;
      if (open.per_page !== perPage || age < 0 || age > resumableMs) resetRun(db, open.run, perPage, nowMs);
      return readResumableRun(db, open.run);
    }
    if (deferIndexes(db, collection)) clearMemos(db);
    const fresh = !hasRows(db, connection, collection);
    const { lastInsertRowid } = db.run(
      `INSERT INTO fleet_run (connection, collection, snapshot, state, started_at, per_page, first) VALUES (?, ?,
         1 + coalesce((SELECT max(snapshot) FROM fleet_run WHERE connection = ? AND collection = ?), 0), 'running', ?, ?, ?)`,
      connection,
      collection,
      connection,
      collection,
      nowMs,
      perPage,
      fresh ? 1 : 0,
    );
    return { ...readResumableRun(db, lastInsertRowid), fresh };
  });
}

/** Restarts an interrupted run under its number: the list has changed, so the pages it had read prove nothing. */
export function restartRun(db: WriteDb, run: number, nowMs: number): ResumableRun {
  return db.transaction(() => {
    const perPage = db.get<{ per_page: number }>("SELECT per_page FROM fleet_run WHERE run = ?", run)?.per_page ?? 0;
    resetRun(db, run, perPage, nowMs);
    return readResumableRun(db, run);
  });
}

function resetRun(db: WriteDb, run: number, perPage: number, nowMs: number): void {
  const row = stored(db, run);
  db.run("DELETE FROM fleet_run_page WHERE run = ?", run);
  db.run("UPDATE fleet_run SET per_page = ?, started_at = ? WHERE run = ?", perPage, nowMs, run);
  db.run(`UPDATE ${tableOf(row.collection)}_seen SET run = 0 WHERE run = ?`, run);
}

function readResumableRun(db: ReadDb, run: number): ResumableRun {
  const row = stored(db, run);
  const { first, per_page: perPage, started_at: startedAt, gone: removed, ...rest } = row;
  const pages = db.all<{ page: number; digest: string }>(
    "SELECT page, digest FROM fleet_run_page WHERE run = ? ORDER BY page",
    run,
  );
  const pagesDone = pages.findIndex(({ page }, index) => page !== index + 1);
  const done = pagesDone < 0 ? pages.length : pagesDone;
  return {
    ...rest,
    run,
    first: first === 1,
    fresh: false,
    perPage,
    startedAt,
    removed,
    pagesDone: done,
    lastDigest: pages[done - 1]?.digest,
  };
}

function stored(db: ReadDb, run: number): StoredRun {
  const row = db.get<StoredRun>("SELECT * FROM fleet_run WHERE run = ?", run);
  if (row === undefined) throw new Error(`there is no run ${run}`);
  return row;
}

/** Ids that a run has seen, as text. */
export function idsSeen(db: ReadDb, target: WriterRun): string[] {
  const table = tableOf(target.collection);
  return db
    .all<{ id: string | number }>(
      `SELECT m.id FROM ${table}_seen s JOIN ${table} m ON m.rid = s.rid WHERE s.run = ? AND m.connection = ?`,
      target.run,
      target.connection,
    )
    .map(({ id }) => String(id));
}

/** Writes one page of records in one commit. */
export function writePage(
  db: WriteDb,
  target: WriterRun,
  page: { readonly page: number; readonly digest: string; readonly rows: PageRows },
  nowMs: number,
): { readonly added: number; readonly changed: number } {
  const counts = { added: 0, changed: 0 };
  db.transaction(() => {
    const writer = createRowWriter(db, target);
    const { keys, rawRecords, values } = page.rows;
    const width = columns[target.collection].length;
    for (const [index, key] of keys.entries()) {
      const own = values.slice(index * width, (index + 1) * width);
      const written = writer.write(key, rawRecords[index] ?? "", own, nowMs);
      if (written !== "same") counts[written] += 1;
    }
    // The rows of a first sync are indexed after it, like most indexes.
    if (counts.added > 0 && !target.first) extendSearchIndex(db);
    db.run(
      "INSERT OR REPLACE INTO fleet_run_page (run, page, digest) VALUES (?, ?, ?)",
      target.run,
      page.page,
      page.digest,
    );
    db.run(
      "UPDATE fleet_run SET added = added + ?, changed = changed + ?, requests = requests + 1 WHERE run = ?",
      counts.added,
      counts.changed,
      target.run,
    );
  });
  if (counts.added + counts.changed > 0) clearMemo(db, target.connection, target.collection);
  return counts;
}

/** Rows per call, so that other work runs in between. */
const rowsPerSweep = 20_000;

/** The rows that a run has not seen among the next `limit` ones after `afterRid`; `next` is where to continue, undefined at the end. */
export function unseenAfter(
  db: ReadDb,
  { collection, run, connection }: WriterRun,
  afterRid: number,
  limit: number,
): {
  readonly rows: readonly { readonly rid: number; readonly id: string | number }[];
  readonly next: number | undefined;
} {
  const table = tableOf(collection);
  const last = db.get<{ rid: number | null }>(
    `SELECT max(rid) AS rid FROM (SELECT rid FROM ${table}_seen WHERE rid > ? ORDER BY rid LIMIT ${limit})`,
    afterRid,
  )?.rid;
  if (last === null || last === undefined) return { rows: [], next: undefined };
  const rows = db.all<{ rid: number; id: string | number }>(
    `SELECT s.rid, m.id FROM ${table}_seen s CROSS JOIN ${table} m ON m.rid = s.rid
      WHERE s.rid > ? AND s.rid <= ? AND s.run <> ? AND m.connection = ? ORDER BY s.rid`,
    afterRid,
    last,
    run,
    connection,
  );
  return { rows, next: last };
}

/** Removes rows that the run has not seen, starting after `afterRid`; `next` is where to continue, undefined at the end. */
export function sweepGone(
  db: WriteDb,
  target: WriterRun,
  afterRid: number,
  nowMs: number,
): { readonly removed: number; readonly next: number | undefined } {
  const { rows: unseen, next } = unseenAfter(db, target, afterRid, rowsPerSweep);
  if (unseen.length > 0) {
    db.transaction(() => {
      removeRows(
        db,
        target,
        unseen.map(({ rid }) => rid),
        nowMs,
      );
      db.run("UPDATE fleet_run SET gone = gone + ? WHERE run = ?", unseen.length, target.run);
    });
    clearMemo(db, target.connection, target.collection);
  }
  return { removed: unseen.length, next };
}

/** Builds one index that the run had deferred; false when there is none left. */
export function buildIndex(db: WriteDb): boolean {
  const built = buildDeferredIndex(db);
  if (built) clearMemos(db);
  return built;
}

/** Ends a run with its proof of completeness; returns its totals over all interruptions. */
export function endRun(db: WriteDb, run: number, end: RunEnd, nowMs: number): RunRow {
  return db.transaction(() => {
    db.run(
      `UPDATE fleet_run SET state = ?, ended_at = ?, promised = ?, unique_ids = ?, duplicates = ?, gaps = ?, reason = ?,
        status_counts = ? WHERE run = ?`,
      end.state,
      nowMs,
      end.promised ?? null,
      end.unique,
      end.duplicates,
      end.gaps,
      end.reason === undefined ? null : encodeText(end.reason),
      end.statusCounts === undefined ? null : JSON.stringify(end.statusCounts),
      run,
    );
    db.run("DELETE FROM fleet_run_page WHERE run = ?", run);
    const ended = readResumableRun(db, run);
    deleteOldSnapshots(db, ended, nowMs);
    return ended;
  });
}

/**
 * Deletes old snapshots, so that nothing counts as covered by them; the snapshot before the current one is never deleted, for comparison.
 * Their changes follow (`pruneHistory`).
 */
function deleteOldSnapshots(db: WriteDb, { connection, collection, snapshot }: WriterRun, nowMs: number): void {
  db.run(
    `DELETE FROM fleet_run WHERE connection = ?1 AND collection = ?2 AND snapshot <= (SELECT max(snapshot) FROM fleet_run
       WHERE connection = ?1 AND collection = ?2 AND ended_at < ?3 AND snapshot < ?4)`,
    connection,
    collection,
    retentionCutoff(db, "fleetChanges", nowMs),
    snapshot - 1,
  );
}

/** Deletes some changes of deleted snapshots; true while there may be more. */
export function pruneHistory(db: WriteDb, limit: number): boolean {
  return db.transaction(() => {
    const oldest = db.all<{ connection: number; collection: string; snapshot: number }>(
      "SELECT connection, collection, min(snapshot) AS snapshot FROM fleet_run GROUP BY connection, collection",
    );
    return oldest.some(({ connection, collection, snapshot }) => {
      const { changes } = db.run(
        `DELETE FROM fleet_history WHERE entry IN (SELECT entry FROM fleet_history INDEXED BY fleet_history_snapshot
           WHERE connection = ? AND collection = ? AND snapshot < ? LIMIT ?)`,
        connection,
        collection,
        snapshot,
        limit,
      );
      return changes === limit;
    });
  });
}

/** Records that the service does not offer the collection; its cached rows stay. */
export function noteNotOffered(db: WriteDb, run: number, reason: CodedText, nowMs: number): void {
  db.run(
    "UPDATE fleet_run SET state = 'not-offered', ended_at = ?, reason = ? WHERE run = ?",
    nowMs,
    encodeText(reason),
    run,
  );
}

export function hasRows(db: ReadDb, connection: number, collection: Collection): boolean {
  return db.get(`SELECT 1 FROM ${tableOf(collection)} WHERE connection = ? LIMIT 1`, connection) !== undefined;
}

// During a first sync into an empty table, updating a dozen indexes costs more than everything else, so most are dropped and built at its
// end, from sorted rows. Their definitions are saved in a table, so that they survive a crash.

/** Kept during the first sync, so that lists by id and by name stay fast. */
const immediateFields = ["id", "name"];

/** Drops a table's indexes if it has no row of any connection; returns whether it did. */
function deferIndexes(db: WriteDb, collection: Collection): boolean {
  const table = tableOf(collection);
  if (db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined) return false;
  const indexes = db.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name GLOB ? AND name NOT IN (${placeholders(immediateFields)})`,
    `${table}_by_*`,
    ...immediateFields.map((field) => `${table}_by_${field}`),
  );
  for (const { name, sql } of indexes) {
    db.run("INSERT OR IGNORE INTO fleet_deferred_index (name, definition) VALUES (?, ?)", name, sql);
    db.exec(`DROP INDEX ${name}`);
  }
  return true;
}

/** Whether a first sync was interrupted before its indexes were built. */
export function hasDeferredIndex(db: ReadDb): boolean {
  return db.get("SELECT 1 FROM fleet_deferred_index LIMIT 1") !== undefined;
}

/** Builds one deferred index; false when there was none. Takes about a second for a million rows. */
function buildDeferredIndex(db: WriteDb): boolean {
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

// Writes records of one collection: inserts new ones, updates changed ones, and marks all of them as seen by this run.

export interface WriterRun {
  readonly run: number;
  readonly connection: number;
  readonly collection: Collection;
  readonly snapshot: number;
  /** The first run of an empty collection: its additions are not recorded as changes. */
  readonly first: boolean;
  /** Started on an empty collection and never interrupted, so no record can exist already. */
  readonly fresh: boolean;
}

/** `same`: also where only the time of the last update differs, which is stored and is no change (`fieldChanges`). */
type Written = "added" | "changed" | "same";

interface RowWriter {
  /** `raw` is the record as JSON text, `values` are its columns in the table's order. */
  write(key: string | number, raw: string, values: readonly ColumnValue[], nowMs: number): Written;
}

type StoredRow = Readonly<Record<string, ColumnValue>> & { readonly rid: number };

function createRowWriter(db: WriteDb, target: WriterRun): RowWriter {
  const { run, connection, collection, snapshot, first, fresh } = target;
  const sql = statements(collection);
  const fields = columns[collection];

  /** Of endpoints, the place of the last contact, which may be older than the row. */
  const own = (id: SqlValue): readonly SqlValue[] => (collection === "endpoint" ? [connection, id] : []);
  const remember = (id: SqlValue, kind: "added" | "changed", nowMs: number, before: string | null): void => {
    db.run(sql.history, connection, collection, id, snapshot, kind, nowMs, before);
  };
  const add = (id: SqlValue, raw: string, values: readonly ColumnValue[], nowMs: number): void => {
    const { lastInsertRowid: rid } = db.run(sql.insert, connection, id, ...values.map(bound), nowMs, nowMs, ...own(id));
    db.run(sql.insertRaw, rid, raw);
    db.run(sql.insertSeen, rid, run);
    if (!first) remember(id, "added", nowMs, null);
  };
  const change = (id: SqlValue, rid: number, raw: string, values: readonly ColumnValue[], nowMs: number): Written => {
    const before = db.get<{ raw: string }>(sql.readRaw, rid)?.raw;
    const stored = db.get<StoredRow>(sql.readRow, rid);
    const isSame = fieldChanges(recordOf(before), recordOf(raw)).length === 0;
    if (!isSame) remember(id, "changed", nowMs, before ?? null);
    // Only changed columns are set: SQLite would rewrite every index of a column that is named.
    const changed = fields.flatMap(({ name }, index) => (stored?.[name] === values[index] ? [] : [index]));
    const names = changed.map((index) => `${fields[index]?.name} = ?, `).join("");
    const set = changed.map((index) => bound(values[index] ?? null));
    db.run(`UPDATE ${tableOf(collection)} SET ${names}changed_at = ? WHERE rid = ?`, ...set, nowMs, rid);
    db.run(sql.updateRaw, raw, rid);
    db.run(sql.updateSeen, run, rid);
    updateSearchIndex(
      db,
      collection,
      rid,
      changed.map((index) => fields[index]?.name ?? ""),
    );
    return isSame ? "same" : "changed";
  };

  return {
    write: (key, raw, values, nowMs) => {
      const id = bound(key);
      const existing = fresh
        ? undefined
        : db.get<{ rid: number; same: number; run: number }>(sql.find, raw, connection, id);
      if (existing?.same === 1) {
        if (existing.run !== run) db.run(sql.updateSeen, run, existing.rid);
        return "same";
      }
      if (existing === undefined) {
        add(id, raw, values, nowMs);
        return "added";
      }
      return change(id, existing.rid, raw, values, nowMs);
    },
  };
}

/** Removes rows from the lists; their last state stays in the history. */
function removeRows(db: WriteDb, target: WriterRun, rids: readonly number[], nowMs: number): void {
  const { collection, snapshot } = target;
  const table = tableOf(collection);
  const history = `INSERT OR IGNORE INTO fleet_history (connection, collection, id, snapshot, kind, at, before)
    SELECT connection, ?, id, ?, 'gone', ?, raw FROM ${table} m JOIN ${table}_raw r ON r.rid = m.rid WHERE m.rid = ?`;
  for (const rid of rids) {
    db.run(history, collection, snapshot, nowMs, rid);
    for (const suffix of ["", "_raw", "_seen"]) db.run(`DELETE FROM ${table}${suffix} WHERE rid = ?`, rid);
    removeFromSearchIndex(db, collection, rid);
  }
}

interface Statements {
  readonly find: string;
  readonly insert: string;
  readonly insertRaw: string;
  readonly insertSeen: string;
  readonly readRaw: string;
  readonly readRow: string;
  readonly updateRaw: string;
  readonly updateSeen: string;
  readonly history: string;
}

function statements(collection: Collection): Statements {
  const table = tableOf(collection);
  const names = columns[collection].map(({ name }) => name);
  const inserted = ["connection", "id", ...names, "first_seen", "changed_at"];
  return {
    find: `SELECT m.rid, r.raw = ? AS same, s.run FROM ${table} m INDEXED BY ${indexOf(collection, "id")}
      JOIN ${table}_raw r ON r.rid = m.rid JOIN ${table}_seen s ON s.rid = m.rid WHERE m.connection = ? AND m.id = ?`,
    insert:
      collection === "endpoint"
        ? `INSERT INTO ${table} (${inserted.join(", ")}, seen) VALUES (${placeholders(inserted)},
            (SELECT at FROM endpoint_contact WHERE connection = ? AND endpoint = ?))`
        : `INSERT INTO ${table} (${inserted.join(", ")}) VALUES (${placeholders(inserted)})`,
    insertRaw: `INSERT INTO ${table}_raw (rid, raw) VALUES (?, ?)`,
    insertSeen: `INSERT INTO ${table}_seen (rid, run) VALUES (?, ?)`,
    readRaw: `SELECT raw FROM ${table}_raw WHERE rid = ?`,
    readRow: `SELECT rid, ${names.join(", ")} FROM ${table} WHERE rid = ?`,
    updateRaw: `UPDATE ${table}_raw SET raw = ? WHERE rid = ?`,
    updateSeen: `UPDATE ${table}_seen SET run = ? WHERE rid = ?`,
    // A row that changes twice within one run keeps its state from before the first change.
    history: `INSERT OR IGNORE INTO fleet_history (connection, collection, id, snapshot, kind, at, before) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  };
}
