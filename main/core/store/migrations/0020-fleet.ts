/**
 * The fleet cache. Per collection three tables that share `rid`: the queried columns, the JSON as received, and the last run that saw the record;
 * a sync without changes writes only the last. Ids have no affinity: whole numbers below 2^53 are integers, everything else is text.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

interface Shape {
  readonly columns: readonly string[];
  /** Columns with an index of their own. */
  readonly indexed: readonly string[];
  /** Few distinct, short values: included in every index, so that an index scan can filter by them without the row. */
  readonly carried: readonly string[];
  /** Dates as text; a partial index holds those in an unusual format. */
  readonly dates: readonly string[];
  /** Columns with substring search, through trigrams. */
  readonly trigramColumns: readonly string[];
  /** Columns that are only looked up, never ordered by. */
  readonly lookupColumns?: readonly string[];
}

const shapes: Readonly<Record<string, Shape>> = {
  endpoint: {
    columns: [
      "name TEXT",
      "tags TEXT",
      "ip_address TEXT",
      "imei TEXT",
      "iccid TEXT",
      "status",
      "service_profile",
    ].concat(
      ["tariff_profile", "created TEXT", "last_updated TEXT"],
      ["sim_status", "sim_id", "imsi TEXT", "msisdn TEXT"],
    ),
    indexed: ["name", "tags", "ip_address", "imei", "iccid", "status", "service_profile", "tariff_profile"].concat(
      ["created", "last_updated"],
      ["sim_status", "imsi", "msisdn"],
    ),
    carried: ["status", "service_profile", "tariff_profile", "sim_status", "tags"],
    dates: ["created", "last_updated"],
    trigramColumns: ["name", "tags"],
    lookupColumns: ["imsi", "msisdn"],
  },
  sim: {
    columns: ["imsi TEXT", "msisdn TEXT", "iccid TEXT", "status", "endpoint", "issuer_org", "reseller_org"].concat(
      "customer_org",
      "production_date TEXT",
      "model",
    ),
    indexed: ["imsi", "msisdn", "iccid", "status", "endpoint", "issuer_org", "reseller_org", "customer_org"].concat(
      "production_date",
      "model",
    ),
    carried: ["status", "customer_org", "model"],
    dates: ["production_date"],
    trigramColumns: [],
  },
  imsi: { columns: ["digits TEXT"], indexed: ["digits"], carried: [], dates: [], trigramColumns: [] },
  organisation: {
    columns: ["name TEXT", "ext_reference TEXT", "created TEXT"],
    indexed: ["name", "ext_reference", "created"],
    carried: [],
    dates: ["created"],
    trigramColumns: [],
  },
  user: {
    columns: ["username TEXT", "name TEXT", "status", "organisation", "created TEXT"],
    indexed: ["username", "name", "status", "organisation", "created"],
    carried: ["status"],
    dates: ["created"],
    trigramColumns: [],
  },
  tariff_plan: {
    columns: ["notes TEXT", "name TEXT", "description TEXT"],
    indexed: ["notes", "name", "description"],
    carried: [],
    dates: [],
    trigramColumns: [],
  },
};

export const migration0020: Migration = {
  version: 20,
  name: "fleet",
  up(db: WriteDb): void {
    for (const [collection, shape] of Object.entries(shapes)) db.exec(collectionTables(`fleet_${collection}`, shape));
    db.exec(`
      CREATE TABLE fleet_run (
        run INTEGER PRIMARY KEY,
        connection INTEGER NOT NULL,
        collection TEXT NOT NULL,
        snapshot INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'partial', 'not-offered')),
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        per_page INTEGER NOT NULL,
        first INTEGER NOT NULL,
        promised INTEGER,
        unique_ids INTEGER,
        duplicates INTEGER,
        gaps INTEGER,
        reason TEXT,
        added INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL DEFAULT 0,
        gone INTEGER NOT NULL DEFAULT 0,
        requests INTEGER NOT NULL DEFAULT 0,
        UNIQUE (connection, collection, snapshot)
      ) STRICT;
      CREATE TABLE fleet_run_page (
        run INTEGER NOT NULL,
        page INTEGER NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (run, page)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE fleet_deferred_index (name TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT;
      CREATE TABLE fleet_history (
        entry INTEGER PRIMARY KEY,
        connection INTEGER NOT NULL,
        collection TEXT NOT NULL,
        id NOT NULL,
        snapshot INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'gone')),
        at INTEGER NOT NULL,
        before TEXT
      );
      CREATE UNIQUE INDEX fleet_history_id ON fleet_history (connection, collection, id, snapshot);
      CREATE INDEX fleet_history_snapshot ON fleet_history (connection, collection, snapshot);
    `);
  },
};

function collectionTables(
  table: string,
  { columns, indexed, carried, dates, trigramColumns, lookupColumns = [] }: Shape,
): string {
  const indexes = ["id", ...indexed].map((column) => {
    const behind = lookupColumns.includes(column) ? [] : ["id", ...carried].filter((other) => other !== column);
    return `CREATE INDEX ${table}_by_${column} ON ${table} (${["connection", column, ...behind].join(", ")});`;
  });
  const odd = dates.map(
    (column) => `CREATE INDEX ${table}_odd_${column} ON ${table} (connection) WHERE ${column} IS NOT NULL AND
      (${column} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' OR ${column} GLOB '?*[0-9][0-9][0-9][0-9]-*');`,
  );
  const trigrams =
    trigramColumns.length === 0
      ? ""
      : `CREATE VIRTUAL TABLE ${table}_words USING fts5(${trigramColumns.join(", ")}, content = '', contentless_delete = 1,
          detail = column, tokenize = 'trigram case_sensitive 1');`;
  return `
    CREATE TABLE ${table} (
      rid INTEGER PRIMARY KEY,
      connection INTEGER NOT NULL,
      id NOT NULL,
      ${columns.join(", ")},
      first_seen INTEGER NOT NULL,
      changed_at INTEGER NOT NULL
    );
    CREATE TABLE ${table}_raw (rid INTEGER PRIMARY KEY, raw TEXT NOT NULL) STRICT;
    CREATE TABLE ${table}_seen (rid INTEGER PRIMARY KEY, run INTEGER NOT NULL) STRICT;
    ${indexes.join("\n")}
    ${odd.join("\n")}
    ${trigrams}`;
}
