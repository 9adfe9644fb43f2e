/**
 * Migrates a database to the current schema. Invariants: all pending steps in one transaction; an existing database is copied before
 * the first; a newer one is never changed.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "#shared/failure.ts";
import { syncDirectory, syncPath } from "../files/durable.ts";
import { backupDir, backupNames, partSuffix, removeLeftovers } from "./backup-files.ts";
import type { ReadDb, WriteDb } from "./db.ts";
import { storeError } from "./store-error.ts";

/** One step. Versions count by tens, so that a branch can insert a step between two. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  up(db: WriteDb): void;
}

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** Absolute path of the backup, if there was a database to copy. */
  readonly backup: string | undefined;
}

/** Backups of migrations; those that an operator requested are never deleted here. */
const maxBackups = 3;
/** The end of the name of a requested backup. */
const requestedEnding = "-requested.db";

/**
 * Runs the steps above the file's `user_version`. `nowMs` names the backup.
 * Throws `database-from-future` when the file is newer than the newest step.
 */
export function migrate(db: WriteDb, file: string, migrations: readonly Migration[], nowMs: number): MigrationReport {
  const from = userVersion(db);
  const newest = newestVersion(migrations);
  rejectNewerVersion(file, from, newest);
  const pending = migrations.filter((step) => step.version > from).toSorted((a, b) => a.version - b.version);
  if (pending.length === 0) return { from, to: from, backup: undefined };
  const backup = from === 0 ? undefined : copyDatabase(db, file, nowMs, ".db");
  try {
    db.transaction(() => {
      for (const step of pending) step.up(db);
      db.exec(`PRAGMA user_version = ${newest}`);
      // Only now: with a backup for each attempt that fails or is killed, the limit would delete those of earlier versions.
      if (backup !== undefined) nameBackup(backup, file);
    });
  } catch (error) {
    // The database is unchanged.
    if (backup !== undefined) for (const end of ["", partSuffix]) rmSync(`${backup}${end}`, { force: true });
    throw error;
  }
  if (backup !== undefined) removeOldBackups(file, backup);
  return { from, to: newest, backup };
}

/** Keeps `newest`, whatever the time in its name: the clock may have been set back since the others. */
function removeOldBackups(file: string, newest: string): void {
  const others = backupNames(file).filter((name) => !name.endsWith(requestedEnding) && name !== basename(newest));
  for (const old of others.slice(0, Math.max(0, others.length - (maxBackups - 1))))
    rmSync(join(backupDir(file), old), { force: true });
}

/** Throws `database-from-future` for a database that is newer than the newest step: its other tables are unknown here. */
export function rejectNewerVersion(file: string, version: number, newest: number): void {
  if (version <= newest) return;
  throw new AppError("database-from-future", codedText("database-from-future", { file, version, newest }), {
    details: { file, version, newest },
  });
}

export function newestVersion(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map((step) => step.version));
}

export function userVersion(db: ReadDb): number {
  return db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}

/** Writes the backup that an operator requested; returns its absolute path. Throws `disk-full` or `data-dir-read-only`. */
export function writeBackup(db: WriteDb, file: string, nowMs: number): string {
  const backup = copyDatabase(db, file, nowMs, requestedEnding);
  nameBackup(backup, file);
  return backup;
}

/** Copies the database to a draft of a backup; returns the absolute path of the backup. */
function copyDatabase(db: WriteDb, file: string, nowMs: number, ending: string): string {
  const version = userVersion(db);
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-");
  const target = join(backupDir(file), `${basename(file, ".db")}-${stamp}-v${version}${ending}`);
  const draft = `${target}${partSuffix}`;
  try {
    mkdirSync(backupDir(file), { recursive: true, mode: 0o700 });
    // Backups hold the same content as the database. An earlier version may have created the directory readable by others.
    chmodSync(backupDir(file), 0o700);
    removeLeftovers(file);
    for (const former of backupNames(file)) chmodSync(join(backupDir(file), former), 0o600);
    // SQLite fills an empty file, which keeps its mode; one that it creates would be readable until changed.
    writeFileSync(draft, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw storeError(error, file);
  }
  try {
    db.run("VACUUM INTO ?", draft);
    syncPath(draft, "r+");
  } catch (error) {
    rmSync(draft, { force: true });
    throw storeError(error, file);
  }
  return target;
}

/** A complete copy gets the name of the backup. */
function nameBackup(backup: string, file: string): void {
  try {
    renameSync(`${backup}${partSuffix}`, backup);
    syncDirectory(dirname(backup));
  } catch (error) {
    rmSync(`${backup}${partSuffix}`, { force: true });
    throw storeError(error, file);
  }
}
