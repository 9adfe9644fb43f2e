/**
 * One process owns a data directory.
 * Invariant: the lock is the operating system's, held through an open transaction of a tiny database, so that it ends
 * with the process in every case. `owner.json` next to it only says how to reach the owner; it proves nothing.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "#shared/failure.ts";
import { dataDirError, sqliteCode } from "./data-dir-error.ts";
import { removeOwner } from "./owner-file.ts";

export interface DataDirLock {
  release(): void;
}

const sqliteBusy = 5;
const sqliteLocked = 6;

/**
 * Creates the directory when it is missing (mode 0700) and locks it.
 * @returns the lock, or undefined when another process holds it. Throws `data-dir-not-private`, `data-dir-read-only` or `disk-full`.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  try {
    makePrivateDir(dataDir);
    const file = join(dataDir, "lock.db");
    // Not replaced: a process that holds the lock through the link would not see the new one.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
      throw notPrivate(codedText("lock-file-not-regular", { file }));
    }
    const db = new DatabaseSync(file);
    try {
      // The SQLite lock does not exclude other processes on a read-only file system; the next two steps fail there.
      db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
      chmodSync(file, 0o600);
      // The address in the file of a dead owner may have been taken by another process.
      removeOwner(dataDir);
    } catch (error) {
      // Left open, it would block this process's own next attempt.
      db.close();
      throw error;
    }
    return { release: () => db.close() };
  } catch (error) {
    if (isHeld(error)) return undefined;
    throw dataDirError(dataDir, error);
  }
}

/** Creates the directory, or closes an existing one to other users. Throws `data-dir-not-private` where that is not enough. */
export function makePrivateDir(dir: string): void {
  makeDir(dir);
  // On Windows, inherited access lists protect the directories of a user profile.
  if (process.platform !== "win32") closeToOthers(dir);
}

/** Each missing level separately: `mkdir` with `recursive` never returns on Linux below a directory such as /proc. */
function makeDir(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(dir) !== dir) makeDir(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

function closeToOthers(dir: string): void {
  const { uid, mode } = statSync(dir);
  if (uid !== process.getuid?.()) throw notPrivate(codedText("data-dir-of-other-user", { directory: dir }));
  if ((mode & 0o077) === 0) return;
  chmodSync(dir, 0o700);
  if ((statSync(dir).mode & 0o077) !== 0) {
    throw notPrivate(codedText("data-dir-without-permissions", { directory: dir }));
  }
  // Another user with write access may have planted a database, a lock or a link.
  const foreign = (mode & 0o022) === 0 ? undefined : readdirSync(dir).find((name) => !isOf(uid, join(dir, name)));
  if (foreign === undefined) return;
  chmodSync(dir, mode & 0o777);
  throw notPrivate(codedText("data-dir-file-of-other-user", { file: join(dir, foreign) }));
}

function isOf(uid: number, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.uid === uid;
}

function notPrivate(text: CodedText): AppError {
  return new AppError("data-dir-not-private", text);
}

function isHeld(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked;
}
