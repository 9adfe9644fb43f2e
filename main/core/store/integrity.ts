/** The check of a database file, and whether all of its damage is in the cache. */
import { connectReadOnly } from "./connect.ts";
import type { ReadDb } from "./db.ts";
import type { CachePart, Inspection } from "./messages.ts";
import { corruptError, storeError } from "./store-error.ts";

const collections = ["endpoint", "imsi", "organisation", "sim", "tariff_plan", "user"];

/**
 * What the service can deliver again, or what is derived from it. A table that is not listed is never left out of a copy: ledger, journal,
 * audit, suppression lists and settings; audiences; and SMS lists, because ids listed within a day are part of the proof that a message was
 * not sent (docs/promise.md). Tables of a part refer to each other, so that a part is complete or counts as never loaded.
 */
const cacheTables: Readonly<Record<Exclude<CachePart, "search">, readonly string[]>> = {
  fleet: [
    ...collections.flatMap((name) => ["", "_raw", "_seen"].map((suffix) => `fleet_${name}${suffix}`)),
    ...["reading", "plan_reading", "run", "run_page", "history", "deferred_index"].map((name) => `fleet_${name}`),
  ],
  contacts: ["endpoint_contact"],
  events: ["event", "event_in", "event_record", "event_scope", "event_span", "event_word"],
  quotas: ["quota_reading", "quota_subject", "quota_profile", "quota_history", "quota_day"],
  network: ["network_listed", "network_reading", "profile_detail"],
};

/** Indexes for searches, derived from other tables. Migration 0430 replaces the first one by the next two. */
const searchIndexes = ["fleet_endpoint_words", "fleet_endpoint_search", "fleet_sim_search", "sms_words"];

const partsByTable: ReadonlyMap<string, CachePart> = new Map(
  (Object.keys(cacheTables) as (keyof typeof cacheTables)[]).flatMap((part) =>
    cacheTables[part].map((table) => [table, part] as const),
  ),
);

/** The part of the cache that a table belongs to; undefined where no other source has its data. */
export function cachePartOf(table: string): CachePart | undefined {
  // The tables that SQLite creates for an index have its name as their prefix.
  const isSearch = searchIndexes.some((name) => table === name || table.startsWith(`${name}_`));
  return isSearch ? "search" : partsByTable.get(table);
}

/** Runs `work` on a connection that only reads. */
export function readFile<T>(file: string, work: (db: ReadDb) => T): T {
  const connection = connectReadOnly(file);
  try {
    return work(connection.db);
  } finally {
    connection.close();
  }
}

/** Throws `database-corrupt` with SQLite's first finding in the details; does not compare indexes with their tables. */
export function checkIntegrity(db: ReadDb, file: string): void {
  const finding = db.get<{ quick_check: string }>("PRAGMA quick_check(1)")?.quick_check;
  if (finding !== "ok") throw corruptError(file, finding ?? "the check gave no answer");
}

const maxFindings = 20;

/** What SQLite may report of pages that belong to no table. */
const ofUnusedPages = /^(?:\*\*\* in database main \*\*\*|Page \d+: never used)$/;

/** Checks the whole file, including indexes and references. Throws errors other than damage. */
export function inspectFile(file: string): Inspection {
  try {
    return readFile(file, inspectDatabase);
  } catch (error) {
    return { state: "damaged", parts: [], findings: [damageOf(error, file)] };
  }
}

export function inspectDatabase(db: ReadDb): Inspection {
  const broken = db.all<{ table: string; parent: string }>("PRAGMA foreign_key_check");
  const findings = [
    ...findingsOf(db, `PRAGMA integrity_check(${maxFindings})`),
    ...broken.slice(0, maxFindings).map(({ table, parent }) => `row of ${table} without its ${parent}`),
  ];
  if (findings.length === 0) return { state: "sound", parts: [], findings };
  const tables = db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const damaged = ["sqlite_schema", ...tables.map(({ name }) => name)].filter(
    (name) => findingsOf(db, `PRAGMA integrity_check("${name}")`).length > 0,
  );
  const parts = damaged.map(cachePartOf);
  // Where the events of a period are loaded, an endpoint without a contact counts as silent.
  if (parts.includes("contacts")) parts.push("events");
  const ofPages = pageFindingsOf(db);
  // Each of two tables that share a page is sound on its own, although one has rows of the other.
  const isShared = ofPages?.some((finding) => finding.includes("2nd reference to page")) ?? true;
  const isExplained = parts.length > 0 || ofPages?.every((finding) => ofUnusedPages.test(finding)) === true;
  const isCacheOnly = broken.length === 0 && !parts.includes(undefined) && !isShared && isExplained;
  return {
    state: isCacheOnly ? "cache-damaged" : "damaged",
    parts: [...new Set(parts.filter((part) => part !== undefined))],
    findings,
  };
}

/** Empty where the check reports nothing. */
function findingsOf(db: ReadDb, check: string): string[] {
  try {
    const rows = db.all<{ integrity_check: string }>(check).map((row) => row.integrity_check);
    return rows.filter((finding) => finding !== "ok");
  } catch (error) {
    return [damageOf(error, "")];
  }
}

/** All that SQLite reports about pages of the whole file: its first row, also where the check ends early. Undefined where it reports nothing. */
function pageFindingsOf(db: ReadDb): string[] | undefined {
  try {
    return db.get<{ quick_check: string }>(`PRAGMA quick_check(${2 ** 31 - 1})`)?.quick_check.split("\n");
  } catch (error) {
    damageOf(error, "");
    return undefined;
  }
}

/** What SQLite says about damage; throws any other error. */
function damageOf(error: unknown, file: string): string {
  const failure = storeError(error, file);
  if (failure.code !== "database-corrupt") throw failure;
  return String(failure.details?.["finding"]);
}
