/**
 * Replaces a database whose cache is damaged by a copy without the damaged parts. The caller holds the lock of the data directory, and
 * nothing has the database open.
 *
 * Invariants
 * - The damaged database is only read, and kept under another name: a damaged page may refer to pages of another table, so deleting from
 *   it in place could destroy that table.
 * - The copy replaces it only if it passes the check and has every row of the tables that are not left out.
 * - The copy is marked as a restored backup is, because the disk may have lost other writes unnoticed.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AppError } from "#shared/failure.ts";
import { connect } from "./connect.ts";
import type { WriteDb } from "./db.ts";
import { recordFleetLeftOut } from "./fleet-left-out.ts";
import { cachePartOf, inspectDatabase, inspectFile, readFile } from "./integrity.ts";
import type { CachePart, Replaced } from "./messages.ts";
import { migrate, newestVersion, rejectNewerVersion, userVersion } from "./migrate.ts";
import { migrations } from "./migrations/all.ts";
import { databaseName } from "./open.ts";
import { replaceDatabase } from "./replacement.ts";

/**
 * Does nothing for a sound database. Throws `database-corrupt` where the damage is not limited to the cache, `database-from-future`,
 * `disk-full` or `data-dir-read-only`.
 */
export function rebuildDatabase(dataDir: string, nowMs: number): Replaced {
  const file = join(dataDir, databaseName);
  const { state, parts, findings } = inspectFile(file);
  if (state === "sound") return { former: undefined };
  if (state === "damaged") throw notRebuildable(file, findings);
  return replaceDatabase(
    file,
    (draft) => {
      writeFileSync(draft, "", { mode: 0o600, flag: "wx" });
      writeCopy(file, draft, { parts: new Set(parts), nowMs });
    },
    { suspicion: "cache-rebuilt", nowMs },
  );
}

function notRebuildable(file: string, findings: readonly string[]): AppError {
  return new AppError("database-corrupt", codedText("database-not-rebuildable", { file }), {
    details: { file, finding: findings[0] },
  });
}

interface CopyOptions {
  readonly parts: ReadonlySet<CachePart>;
  readonly nowMs: number;
}

function writeCopy(file: string, draft: string, { parts, nowMs }: CopyOptions): void {
  const version = readFile(file, userVersion);
  rejectNewerVersion(file, version, newestVersion(migrations));
  const source = pathToFileURL(file);
  // Without a write-ahead log, none is created; nothing else has the file open.
  if (existsSync(`${file}-wal`)) source.searchParams.set("mode", "ro");
  else source.searchParams.set("immutable", "1");
  const connection = connect(draft);
  const { db } = connection;
  try {
    // The draft is written again after a crash, and synchronised when it is complete.
    db.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
    migrate(
      db,
      draft,
      migrations.filter((step) => step.version <= version),
      nowMs,
    );
    db.run("ATTACH ? AS source", source.href);
    db.transaction(() => {
      copyTables(db, file, parts);
      if (parts.has("fleet")) recordFleetLeftOut(db, nowMs);
    });
    db.exec("DETACH source");
    const { state, findings } = inspectDatabase(db);
    if (state !== "sound") throw notRebuildable(file, findings);
  } finally {
    connection.close();
  }
}

function copyTables(db: WriteDb, file: string, parts: ReadonlySet<CachePart>): void {
  // Building an index from the rows is faster than adding each row.
  const indexes = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  );
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const tables = db.all<{ name: string }>(
    String.raw`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`,
  );
  for (const { name } of tables) {
    const part = cachePartOf(name);
    if (part !== "search" && (part === undefined || !parts.has(part))) copyTable(db, file, name);
  }
  // Ids that were used once are not used again, also in parts that are left out.
  db.exec("DELETE FROM main.sqlite_sequence");
  copyTable(db, file, "sqlite_sequence");
  if (parts.has("contacts")) db.exec("UPDATE main.fleet_endpoint SET seen = NULL");
  for (const { sql } of indexes) db.exec(sql);
  // All indexes exist, including those that a first sync builds at its end.
  db.exec("DELETE FROM main.fleet_deferred_index");
  // That of the fleet is filled in the background. A database from before version 70 has no messages.
  if (tables.some(({ name }) => name === "sms_words"))
    db.exec("INSERT INTO main.sms_words (rowid, sought) SELECT mid, sought FROM main.sms_message");
}

function copyTable(db: WriteDb, file: string, name: string): void {
  const columns = db
    .all<{ name: string }>("SELECT name FROM pragma_table_info(?, 'main')", name)
    .map((column) => `"${column.name}"`)
    .join(", ");
  const { changes } = db.run(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM source.${name}`);
  const rows = db.get<{ count: number }>(`SELECT count(*) AS count FROM source.${name}`)?.count;
  if (changes !== rows) throw notRebuildable(file, [`${name} has ${rows} rows, of which ${changes} can be read`]);
}
