/**
 * One process owns a data directory.
 * Invariant: the lock is the operating system's, held through an open transaction of a tiny database, so that it dies
 * with the process however that ends. `owner.json` beside it only says how to reach the owner; it proves nothing.
 */
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dataDirError, sqliteCode } from "./data-dir-error.ts";

export interface DataDirLock {
  release(): void;
}

const sqliteBusy = 5;
const sqliteLocked = 6;

/**
 * Creates the directory when it is missing (mode 0700) and takes its lock.
 * @returns the lock, or undefined when another process holds it. Throws `data-dir-read-only` or `disk-full`.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  try {
    makePrivateDir(dataDir);
    const file = join(dataDir, "lock.db");
    const db = new DatabaseSync(file);
    try {
      db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    } catch (error) {
      db.close();
      throw error;
    }
    chmodSync(file, 0o600);
    return { release: () => db.close() };
  } catch (error) {
    if (isHeld(error)) return undefined;
    throw dataDirError(dataDir, error);
  }
}

/** For this user alone. Each missing level by itself: `mkdir` with `recursive` never returns on Linux below a directory such as /proc. */
export function makePrivateDir(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(dir) !== dir) makePrivateDir(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

function isHeld(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked;
}
