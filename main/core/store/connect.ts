/** Opens an SQLite file and wraps it in the two interfaces of `db.ts`. */
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, DatabaseSync, type StatementSync } from "node:sqlite";
import { AppError, isAppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { foldName, foldText } from "#shared/rules/fold-text.ts";
import type { SqlValue, WriteDb } from "./db.ts";
import { storeError } from "./store-error.ts";

export interface Connection {
  readonly db: WriteDb;
  close(): void;
}

/** Page cache in KiB; the operating system's own cache does the rest. */
const cacheKib = 16 * 1024;
/** How long a statement waits for another process (an exported copy being read, a check running). */
const busyTimeoutMs = 5000;
/** Maximum number of prepared statements; query texts are few, but filters combine them freely. */
const maxCachedStatements = 400;

/**
 * Opens `file` for writing, creating it when it is missing. Deleted content is overwritten where that needs no additional writes, so that it
 * does not remain in pages that are written anyway. Throws an `AppError` of `storeError`.
 */
export function connect(file: string): Connection {
  return guarded(file, () => {
    const sqlite = new DatabaseSync(file, { timeout: busyTimeoutMs });
    try {
      sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = 4000;
        PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = FAST`);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return wrap(file, sqlite);
  });
}

/**
 * Writes the database anew, without its free pages, over a connection of its own: that of the store keeps temporary data in memory, which
 * would then have to hold the whole database. The temporary file of SQLite has no name and ends with the connection. An error leaves the
 * database unchanged, and no larger log.
 */
export function vacuum(file: string): void {
  guarded(file, () => {
    // With the functions of the indexes.
    const connection = wrap(file, new DatabaseSync(file, { timeout: busyTimeoutMs }));
    try {
      connection.db.exec("VACUUM");
    } catch (error) {
      if (!isAppError(error, "disk-full")) throw error;
      // The error of SQLite does not say which disk.
      const text = codedText("compaction-disk-full", { directory: dirname(file), temporary: temporaryDirectory() });
      throw new AppError("disk-full", text, { cause: error });
    } finally {
      connection.db.get("PRAGMA wal_checkpoint(TRUNCATE)");
      connection.close();
    }
  });
}

/** Where SQLite writes temporary files. */
function temporaryDirectory(): string {
  if (process.platform === "win32") return tmpdir();
  return process.env["SQLITE_TMPDIR"] ?? process.env["TMPDIR"] ?? "/var/tmp";
}

const changes: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);

/** Opens an existing `file` for queries. It could write, so that closing it removes the side files of the write-ahead log, and never does. */
export function connectForQueries(file: string): Connection {
  return guarded(file, () => {
    const sqlite = new DatabaseSync(file, { timeout: busyTimeoutMs });
    sqlite.exec("PRAGMA temp_store = MEMORY");
    // Scratch tables are allowed.
    sqlite.setAuthorizer((action, _table, _column, database) =>
      changes.has(action) && database === "main" ? constants.SQLITE_DENY : constants.SQLITE_OK,
    );
    return wrap(file, sqlite);
  });
}

/**
 * Opens `file` read-only. A file without a write-ahead log is not given one, as SQLite would do: its absence may be the only sign that the
 * last commits are missing (`open-marker.ts`).
 */
export function connectReadOnly(file: string): Connection {
  if (!existsSync(`${file}-wal`)) return connectUnlocked(file);
  return guarded(file, () => wrap(file, new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })));
}

/**
 * Opens `file` for reading where nothing can be written: SQLite then cannot create the side files of a write-ahead log. A cleanly
 * closed database needs none; any other is opened only where its side files can be used.
 */
export function connectWhereNothingIsWritten(file: string): Connection {
  let connection: Connection | undefined;
  try {
    connection = connectReadOnly(file);
    // Opening alone reads nothing.
    connection.db.get("SELECT count(*) FROM sqlite_schema");
    return connection;
  } catch (error) {
    connection?.close();
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error;
    return connectUnlocked(file);
  }
}

/**
 * Opens `file` without locks and side files. Another process may take the directory and write once it can: SQLite would not notice, so
 * the file is opened again as soon as it has changed.
 */
function connectUnlocked(file: string): Connection {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  let version = versionOf(file);
  let connection = guarded(file, () => wrap(file, new DatabaseSync(url, { readOnly: true })));
  const upToDate = (): WriteDb => {
    if (versionOf(file) !== version) {
      const next = connectWhereNothingIsWritten(file);
      connection.close();
      connection = next;
      version = versionOf(file);
    }
    return connection.db;
  };
  const read = <T>(work: (db: WriteDb) => T): T => {
    // Pages that were written during the read look like damage.
    try {
      const result = work(upToDate());
      if (versionOf(file) === version) return result;
    } catch (error) {
      if (versionOf(file) === version) throw error;
    }
    return work(upToDate());
  };
  const db: WriteDb = {
    get: <T>(sql: string, ...values: readonly SqlValue[]) => read((now) => now.get<T>(sql, ...values)),
    all: <T>(sql: string, ...values: readonly SqlValue[]) => read((now) => now.all<T>(sql, ...values)),
    run: (sql, ...values) => upToDate().run(sql, ...values),
    exec: (sql) => upToDate().exec(sql),
    transaction: (work) => upToDate().transaction(work),
  };
  return { db, close: () => connection.close() };
}

/** Changes with every commit of another process: it is written to the write-ahead log, and from there to the file. */
function versionOf(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
    .map((stat) => (stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`))
    .join(", ");
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error, file);
  }
}

function wrap(file: string, sqlite: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  for (const [name, fold] of Object.entries({ fold: foldText, fold_name: foldName }))
    sqlite.function(name, { deterministic: true }, (text) => (typeof text === "string" ? fold(text) : text));
  const prepared = (sql: string): StatementSync => {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = sqlite.prepare(sql);
    if (statements.size >= maxCachedStatements) {
      const oldest = statements.keys().next();
      if (oldest.done !== true) statements.delete(oldest.value);
    }
    statements.set(sql, statement);
    return statement;
  };
  const db: WriteDb = {
    get: <T>(sql: string, ...values: readonly SqlValue[]): T | undefined =>
      guarded(file, () => prepared(sql).get(...values) as T | undefined),
    all: <T>(sql: string, ...values: readonly SqlValue[]): T[] =>
      guarded(file, () => prepared(sql).all(...values) as T[]),
    run: (sql, ...values) =>
      guarded(file, () => {
        const { changes, lastInsertRowid } = prepared(sql).run(...values);
        return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
      }),
    exec: (sql) => guarded(file, () => sqlite.exec(sql)),
    transaction: (work) => {
      if (sqlite.isTransaction) return work();
      guarded(file, () => sqlite.exec("BEGIN IMMEDIATE"));
      try {
        const result = work();
        guarded(file, () => sqlite.exec("COMMIT"));
        return result;
      } catch (error) {
        // SQLite may already have rolled back when the disk is full.
        if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
        throw error;
      }
    },
  };
  return { db, close: () => sqlite.close() };
}
