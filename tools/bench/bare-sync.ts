/** The minimal program that copies a list: fetch a page, parse it, insert its rows in one transaction. */
import { DatabaseSync } from "node:sqlite";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { columns, searchColumns, type ColumnValue } from "../../main/features/fleet/columns.ts";
import { foldName, foldText } from "#shared/rules/fold-text.ts";
import { connect } from "../../main/core/store/connect.ts";
import { migrate } from "../../main/core/store/migrate.ts";
import { migrations } from "../../main/core/store/migrations/all.ts";
import { signIn, type ServiceAddress } from "./service.ts";

const perPage = 1000;
const read = columns.endpoint.map((column) => column.read);
const fields = columns.endpoint.map(({ name }) => name);
const names = fields.join(", ");
const marks = columns.endpoint.map(() => "?").join(", ");

type Insert = (record: JsonRecord) => void;

/** Copies every endpoint into a new database; with `indexed` into the cache's own tables, else into one table without an index. */
export async function bareSync(
  service: ServiceAddress,
  file: string,
  indexed: boolean,
): Promise<{ readonly tookMs: number; readonly rows: number }> {
  if (indexed) makeCacheTables(file);
  const db = new DatabaseSync(file);
  // The pragmas of main/core/store/connect.ts.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
    PRAGMA wal_autocheckpoint = 4000`);
  if (!indexed) db.exec(`CREATE TABLE plain (id INTEGER PRIMARY KEY, ${names}, raw TEXT)`);
  const insert = indexed ? cacheInsert(db) : plainInsert(db);
  const authorization = `Bearer ${await signIn(service)}`;
  const startedAt = performance.now();
  let rows = 0;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const address = `${service.baseUrl}/api/v1/endpoint?per_page=${perPage}&page=${page}`;
    const response = await fetch(address, { headers: { authorization } });
    last = Number(response.headers.get("x-total-pages"));
    const records = JSON.parse(await response.text()) as readonly JsonRecord[];
    db.exec("BEGIN");
    for (const record of records) insert(record);
    db.exec("COMMIT");
    rows += records.length;
  }
  const tookMs = performance.now() - startedAt;
  db.close();
  return { tookMs, rows };
}

function plainInsert(db: DatabaseSync): Insert {
  const statement = db.prepare(`INSERT INTO plain (id, ${names}, raw) VALUES (?, ${marks}, ?)`);
  return (record) => statement.run(idOf(record), ...valuesOf(record), JSON.stringify(record));
}

function cacheInsert(db: DatabaseSync): Insert {
  const row = db.prepare(
    `INSERT INTO fleet_endpoint (connection, id, ${names}, first_seen, changed_at) VALUES (1, ?, ${marks}, 0, 0)`,
  );
  const raw = db.prepare("INSERT INTO fleet_endpoint_raw (rid, raw) VALUES (?, ?)");
  const seen = db.prepare("INSERT INTO fleet_endpoint_seen (rid, run) VALUES (?, 1)");
  const search = db.prepare("INSERT INTO fleet_endpoint_search (rowid, text) VALUES (?, ?)");
  const textsOf = (values: readonly ColumnValue[], kind: "names" | "identifiers"): string =>
    values
      .filter((value, index) => value !== null && searchColumns.endpoint[kind].includes(fields[index] ?? ""))
      .join("\n");
  return (record) => {
    const values = valuesOf(record);
    const rid = row.run(idOf(record), ...values).lastInsertRowid;
    raw.run(rid, JSON.stringify(record));
    seen.run(rid);
    const identifiers = `${idOf(record)}\n${textsOf(values, "identifiers")}`;
    search.run(rid, `\n${foldName(textsOf(values, "names"))}\n${foldText(identifiers)}\n\n`);
  };
}

function idOf(record: JsonRecord): bigint {
  return BigInt(Number(record["id"]));
}

function valuesOf(record: JsonRecord): ColumnValue[] {
  return read.map((column) => column(record));
}

function makeCacheTables(file: string): void {
  const connection = connect(file);
  migrate(connection.db, file, migrations, Date.now());
  connection.close();
}
