/**
 * One process owns a data directory.
 * Invariant: the lock is the operating system's, held through an open transaction of a tiny database, so that it ends
 * with the process in every case. `owner.json` next to it only says how to reach the owner; it proves nothing.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "#shared/failure.ts";
import { dataDirError, sqliteCode } from "./paths.ts";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { writePrivateFile } from "../../core/files/private-file.ts";

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

// The address of the owner of a data directory: a file next to the lock, readable by this user only.

export interface OwnerNote {
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Path of a Unix socket, or name of a Windows pipe. */
  readonly address: string;
  /** The shared secret of the handshake (`control-protocol.ts`). */
  readonly key: string;
  /** Version of the owner; missing in files of older versions. */
  readonly version?: string;
}

/** Longest path of a Unix socket on all supported systems. */
const longestSocketPath = 100;

const fileOf = (dataDir: string): string => join(dataDir, "owner.json");

/** A socket path for this owner; outside the data directory, in a private one, when the path would be too long. */
export function chooseAddress(dataDir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\fleetdesk-${randomBytes(16).toString("hex")}`;
  const inside = join(dataDir, "control.sock");
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  return join(mkdtempSync(join(tmpdir(), "fleetdesk-")), "control.sock");
}

/** Removes the files of `chooseAddress` and of listening; also the socket of a dead owner, which would block the next. */
export function clearAddress(dataDir: string, address: string): void {
  if (process.platform === "win32") return;
  rmSync(address, { force: true });
  if (dirname(address) !== dataDir) rmdirSync(dirname(address));
}

export function writeOwner(dataDir: string, note: OwnerNote): void {
  writePrivateFile(fileOf(dataDir), JSON.stringify(note));
}

export function removeOwner(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** The current owner file; undefined when there is none or it cannot be read. May be left by a process that died. */
export function readOwner(dataDir: string): OwnerNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return isOwnerNote(note) ? note : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

function isOwnerNote(value: unknown): value is OwnerNote {
  if (typeof value !== "object" || value === null) return false;
  const { pid, startedAt, address, key, version } = value as Record<keyof OwnerNote, unknown>;
  const isText = [startedAt, address, key, version ?? ""].every((text) => typeof text === "string");
  return typeof pid === "number" && isText;
}
