/** The query module of the fleet: the functions that the store's thread runs for this feature. */
import * as audiences from "./queries-audiences.ts";
import * as history from "./queries-history.ts";
import * as page from "./queries-page.ts";
import * as lookup from "./queries-lookup.ts";
import * as sync from "./queries-sync.ts";
import type { ReadDb, WriteDb, SqlValue } from "../../core/store/db.ts";
import { tableOf } from "./columns.ts";
import { fleetLeftOutAt } from "../../core/store/fleet-left-out.ts";
import { deleteContacts, contactVersion, type ContactSource } from "../../core/store/endpoint-contacts.ts";
import { boundId, canonical } from "../../core/store/record-id.ts";
import { collectionSchema } from "#shared/contract/fleet/fleet.ts";
import type { ContactTerm } from "../../core/api/query.ts";
import { sourceOf, tableBy } from "./candidates.ts";
import * as searchIndex from "./search-index.ts";

export const fleetQueries = {
  addMembers: audiences.addMembers,
  addToSelection: audiences.addToSelection,
  beginAudience: audiences.beginAudience,
  beginRun: sync.beginRun,
  buildIndex: sync.buildIndex,
  contactsOf,
  contactVersion,
  countContacts,
  countDiff: history.countDiff,
  countFacet: page.countFacet,
  countRows: page.countRows,
  dropMembers: audiences.dropMembers,
  dropReading: lookup.dropReading,
  dropSelection: audiences.dropSelection,
  endAudience: audiences.endAudience,
  endpointsChangedSince,
  endpointsNamed,
  endRun: sync.endRun,
  extendSearchIndex: searchIndex.extendSearchIndex,
  pruneHistory: sync.pruneHistory,
  findEndpoints: lookup.findEndpoints,
  findReading: lookup.findReading,
  deleteRows,
  disabledSince,
  hasDeferredIndex: sync.hasDeferredIndex,
  hasRows: sync.hasRows,
  historyCovers,
  idsSeen: sync.idsSeen,
  imsisOfSim: lookup.imsisOfSim,
  savePlanReading: lookup.savePlanReading,
  saveReading: lookup.saveReading,
  listAudiences: audiences.listAudiences,
  listSnapshots: history.listSnapshots,
  namesOfEndpoints,
  newestRuns: history.newestRuns,
  noteNotOffered: sync.noteNotOffered,
  passRows: page.passRows,
  planReadings: lookup.planReadings,
  readAudience: lookup.readAudience,
  readAudienceRow: audiences.readAudienceRow,
  readDiff: history.readDiff,
  readHistory: history.readHistory,
  readMembers: audiences.readMembers,
  readPage: page.readPage,
  readRow: page.readRow,
  hideAudience: audiences.hideAudience,
  removeAudienceRow: audiences.removeAudienceRow,
  restartRun: sync.restartRun,
  snapshotsSince: history.snapshotsSince,
  syncTotals: history.syncTotals,
  sweepGone: sync.sweepGone,
  unseenRows: history.unseenRows,
  writePage: sync.writePage,
};

// Names of endpoints, and endpoints by name. Plain functions of the store's thread.

/** Names of cached endpoints; those without a name, or that are not cached, have no entry. */
function namesOfEndpoints(db: ReadDb, connection: number, ids: readonly string[]): [string, string][] {
  return ids.flatMap((id): [string, string][] => {
    const name = db.get<{ name: string | null }>(
      `SELECT r.raw ->> '$.name' AS name FROM fleet_endpoint m JOIN fleet_endpoint_raw r ON r.rid = m.rid
        WHERE m.connection = ? AND m.id = ?`,
      connection,
      boundId(id),
    )?.name;
    return name === undefined || name === null || name === "" ? [] : [[id, name]];
  });
}

/** Ids of endpoints whose name contains a text, in any case. */
function endpointsNamed(db: WriteDb, connection: number, text: string, limit: number): string[] {
  const scope = page.scopeOf(db, { connection, collection: "endpoint", filter: [] });
  const name = { kind: "contains", field: "name", text: text.toLowerCase() } as const;
  const { from, fromValues, where } = sourceOf(scope, name);
  return db
    .all<{ id: string | number }>(
      `SELECT m.id FROM ${from} WHERE ${where.sql} LIMIT ?`,
      ...fromValues,
      ...where.values,
      limit,
    )
    .map(({ id }) => String(id));
}

// Deletes the cached data of one connection in steps, so that the store's thread serves other queries in between.

/** True when there may be more. */
function deleteRows(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    for (const collection of collectionSchema.options) {
      const table = tableOf(collection);
      const rows = db.all<{ rid: number }>(`SELECT rid FROM ${table} WHERE connection = ? LIMIT ?`, connection, limit);
      if (rows.length === 0) continue;
      for (const { rid } of rows) {
        searchIndex.removeFromSearchIndex(db, collection, rid);
        for (const suffix of ["_seen", "_raw", ""]) db.run(`DELETE FROM ${table}${suffix} WHERE rid = ?`, rid);
      }
      return true;
    }
    const audience = db.get<{ audience: number }>(
      "SELECT audience FROM fleet_audience WHERE connection = ? LIMIT 1",
      connection,
    )?.audience;
    if (audience !== undefined) {
      if (!audiences.dropMembers(db, audience, limit)) audiences.removeAudienceRow(db, audience);
      return true;
    }
    if (deleteContacts(db, connection, limit)) return true;
    db.run("DELETE FROM fleet_reading WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_plan_reading WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_run_page WHERE run IN (SELECT run FROM fleet_run WHERE connection = ?)", connection);
    db.run("DELETE FROM fleet_run WHERE connection = ?", connection);
    db.run("DELETE FROM fleet_history WHERE connection = ?", connection);
    return false;
  });
}

// Endpoints that changed since a time, with their state at that time. Plain functions of the store's thread.

interface PastEndpoint {
  readonly id: string;
  /** JSON then and now; undefined where the endpoint was not or is not cached. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/**
 * Net changes in id order after `afterId`: endpoints whose state is the same again are omitted. Fewer rows than `limit` do not mean the
 * end.
 */
function endpointsChangedSince(
  db: ReadDb,
  args: {
    readonly connection: number;
    readonly at: number;
    readonly afterId: string | undefined;
    readonly limit: number;
  },
): { readonly rows: readonly PastEndpoint[]; readonly next: string | undefined } {
  const { connection, at, afterId, limit } = args;
  const first = firstRunBehind(db, connection, at);
  if (first === undefined) return { rows: [], next: undefined };
  const behind = afterId === undefined ? [] : [boundId(afterId)];
  const rows = db.all<{ id: string | number; kind: string; before: string | null; now: string | null }>(
    `WITH touched AS (
       SELECT id, min(snapshot) AS first FROM fleet_history
       WHERE connection = ? AND collection = 'endpoint' AND snapshot >= ? AND at > ? ${behind.length === 0 ? "" : "AND id > ?"}
       GROUP BY id ORDER BY id LIMIT ?
     )
     SELECT t.id, h.kind, h.before, r.raw AS now FROM touched t
       JOIN fleet_history h ON h.connection = ? AND h.collection = 'endpoint' AND h.id = t.id AND h.snapshot = t.first
       LEFT JOIN fleet_endpoint m INDEXED BY fleet_endpoint_by_id ON m.connection = ? AND m.id = t.id
       LEFT JOIN fleet_endpoint_raw r ON r.rid = m.rid ORDER BY t.id`,
    connection,
    first,
    at,
    ...behind,
    limit,
    connection,
    connection,
  );
  const changed = rows.filter(({ kind, before, now }) => kind === "added" || before !== now);
  return {
    rows: changed.map(({ id, kind, before, now }) => ({
      id: String(id),
      before: kind === "added" ? undefined : (before ?? undefined),
      now: now ?? undefined,
    })),
    next: rows.length < limit ? undefined : String(rows.at(-1)?.id),
  };
}

/** Whether every change since a time is still stored: old changes are deleted. */
function historyCovers(db: ReadDb, connection: number, at: number): boolean {
  if ((fleetLeftOutAt(db) ?? at) > at) return false;
  const oldest = db.get<{ snapshot: number; startedAt: number }>(
    `SELECT snapshot, started_at AS startedAt FROM fleet_run WHERE connection = ? AND collection = 'endpoint'
      ORDER BY snapshot LIMIT 1`,
    connection,
  );
  return oldest === undefined || oldest.snapshot <= 1 || oldest.startedAt <= at;
}

/** Changes per step, so that other work runs in between. */
const changesPerStep = 10_000;

interface DisabledStep {
  readonly count: number;
  /** Where the next step continues; undefined when `count` is final. */
  readonly next: number | undefined;
}

/**
 * Counts the endpoints that were enabled at a time and are disabled now, in steps; pass the previous step. Undefined where the stored
 * changes do not reach back to the time.
 */
function disabledSince(db: ReadDb, connection: number, at: number, before?: DisabledStep): DisabledStep | undefined {
  const first = db.get<{ startedAt: number }>(
    "SELECT min(started_at) AS startedAt FROM fleet_run WHERE connection = ? AND collection = 'endpoint'",
    connection,
  );
  if ((first?.startedAt ?? Infinity) > at || !historyCovers(db, connection, at)) return undefined;
  const snapshot = firstRunBehind(db, connection, at) ?? Number.MAX_SAFE_INTEGER;
  const start = db.get<{ entry: number }>(
    `SELECT entry FROM fleet_history WHERE connection = ? AND collection = 'endpoint' AND snapshot >= ?
      ORDER BY snapshot, entry LIMIT 1`,
    connection,
    snapshot,
  )?.entry;
  if (start === undefined) return { count: 0, next: undefined };
  const { count, next: from = start } = before ?? { count: 0 };
  const until = from + changesPerStep;
  const last = db.get<{ entry: number }>("SELECT max(entry) AS entry FROM fleet_history")?.entry ?? 0;
  // The first change since the time has the state at it. CASE reads no JSON of endpoints that are enabled now.
  const sql = `SELECT count(*) AS n FROM fleet_history h NOT INDEXED
    CROSS JOIN fleet_endpoint m INDEXED BY fleet_endpoint_by_id ON m.connection = h.connection AND m.id = h.id
    WHERE h.entry >= ? AND h.entry < ? AND h.connection = ? AND h.collection = 'endpoint' AND h.snapshot >= ? AND h.at > ?
      AND h.kind = 'changed' AND CASE m.status WHEN 1 THEN CAST(coalesce(h.before ->> '$.status.id', h.before ->> '$.status') AS TEXT) END = '0'
      AND NOT EXISTS (SELECT 1 FROM fleet_history e WHERE e.connection = h.connection AND e.collection = 'endpoint'
        AND e.id = h.id AND e.snapshot >= ? AND e.snapshot < h.snapshot AND e.at > ?)`;
  const added = db.get<{ n: number }>(sql, from, until, connection, snapshot, at, snapshot, at)?.n ?? 0;
  return { count: count + added, next: until > last ? undefined : until };
}

/** The first snapshot that may contain changes written after a time. */
function firstRunBehind(db: ReadDb, connection: number, at: number): number | undefined {
  return (
    db.get<{ snapshot: number | null }>(
      `SELECT min(snapshot) AS snapshot FROM fleet_run
        WHERE connection = ? AND collection = 'endpoint' AND (ended_at IS NULL OR ended_at >= ?)`,
      connection,
      at,
    )?.snapshot ?? undefined
  );
}

// Reads when endpoints were last seen. Plain functions of the store's thread.

interface StoredContact {
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
function countContacts(
  db: WriteDb,
  connection: number,
  { since, all, endpoints }: ContactTerm,
): { readonly total: number; readonly seen: number; readonly silent: number } {
  const from = tableBy(page.scopeOf(db, { connection, collection: "endpoint", filter: [] }), "seen");
  const count = (sql: string, ...values: readonly SqlValue[]): number => db.get<{ n: number }>(sql, ...values)?.n ?? 0;
  const total = count(`SELECT count(*) AS n FROM ${from} WHERE connection = ?`, connection);
  const seen = count(`SELECT count(*) AS n FROM ${from} WHERE connection = ? AND seen >= ?`, connection, since);
  if (all) return { total, seen, silent: total - seen };
  const silent = `SELECT count(*) AS n FROM json_each(?) e CROSS JOIN fleet_endpoint m INDEXED BY fleet_endpoint_by_id
    ON m.connection = ? AND m.id = e.value WHERE m.seen IS NULL OR m.seen < ?`;
  return { total, seen, silent: count(silent, endpoints, connection, since) };
}
