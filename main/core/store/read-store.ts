/** Opens the database in this thread for a few queries: for a short command, which would wait longer for the store's thread than for its answers. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { connectForQueries } from "./connect.ts";
import type { QueryModule, StoreClient } from "./db.ts";
import { migrations } from "./migrations/all.ts";
import { databaseName } from "./open.ts";
import { markerOf } from "./open-marker.ts";

export interface ReadStore {
  use<Q extends QueryModule>(module: Q): StoreClient<Q>;
  close(): void;
}

/**
 * Undefined unless the database is of this version, no process has it open, its last end was clean, and its directory is writable and
 * private: everything else is for `openStore`. Takes no lock: another process may open the database meanwhile, and SQLite keeps both apart.
 */
export function openReadStore(dataDir: string): ReadStore | undefined {
  const file = join(dataDir, databaseName);
  if (!existsSync(file) || !isPrivate(dataDir) || hasOwner(dataDir, file)) return undefined;
  const connection = connectForQueries(file);
  const { db } = connection;
  const version = db.get<{ user_version: number }>("PRAGMA user_version")?.user_version;
  if (version !== Math.max(...migrations.map((step) => step.version))) {
    connection.close();
    return undefined;
  }
  return {
    use: <Q extends QueryModule>(module: Q) => {
      const calls = Object.entries(module).map(([name, query]) => [
        name,
        // oxlint-disable-next-line typescript/require-await -- a thrown error must become a rejection
        async (...args: unknown[]) => query(db, ...args),
      ]);
      return Object.fromEntries(calls) as StoreClient<Q>;
    },
    close: () => connection.close(),
  };
}

/** Files of a process that has the directory open, or died with it open. */
function hasOwner(dataDir: string, file: string): boolean {
  const names = ["owner.json", "owner.json.new", "lock.db-journal"].map((name) => join(dataDir, name));
  return [markerOf(file), ...names].some((path) => existsSync(path));
}

function isPrivate(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    const { uid, mode } = statSync(dir);
    return process.platform === "win32" || (uid === process.getuid?.() && (mode & 0o077) === 0);
  } catch {
    return false;
  }
}
