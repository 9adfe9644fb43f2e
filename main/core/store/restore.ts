/**
 * Replaces the database by a backup. The caller holds the lock of the data directory, and nothing has the database open.
 *
 * Invariants
 * - Entries of the suppression lists are kept: nothing is sent to endpoints that were suppressed after the backup.
 * - Attempts since the backup still count for the daily budgets.
 * - Keys of tokens in the keychain are kept: the next start removes the tokens that no connection of the backup has.
 * - The new database is marked before it is in place, so that none of its campaigns sends without looking up first, even after a crash.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#shared/failure.ts";
import { backupDir, backupNames } from "./backup-files.ts";
import { connect } from "./connect.ts";
import type { ReadDb, WriteDb } from "./db.ts";
import { checkIntegrity, readFile } from "./integrity.ts";
import type { Backup, CampaignInDatabase, Comparison, Replaced } from "./messages.ts";
import { newestVersion, userVersion } from "./migrate.ts";
import { migrations } from "./migrations/all.ts";
import { databaseName } from "./open.ts";
import { completeReplacement, replaceDatabase } from "./replacement.ts";
import { storeError } from "./store-error.ts";
import {
  addSuppressionLists,
  compareSuppressionLists,
  readSuppressionLists,
  type SuppressionLists,
} from "./suppression-lists.ts";

/** Oldest first. Throws `data-dir-read-only` where the directory cannot be read. */
export function listBackups(dataDir: string): Backup[] {
  const file = join(dataDir, databaseName);
  try {
    return backupNames(file).map((name) => describe(file, name));
  } catch (error) {
    throw storeError(error, file);
  }
}

/** The campaigns and suppression lists of a backup and of the current database. Throws `backup-unknown`, `backup-damaged` or `backup-newer`. */
export function compareBackup(dataDir: string, name: string): Comparison {
  const { backup, inBackup, inUse } = readBoth(dataDir, name);
  return {
    backup,
    inBackup: inBackup.campaigns,
    inUse: inUse?.campaigns,
    suppression: inUse && compareSuppressionLists(inUse.lists, inBackup.lists),
  };
}

interface Compared {
  readonly backup: Backup;
  readonly inBackup: Contents;
  readonly inUse: Contents | undefined;
}

function readBoth(dataDir: string, name: string): Compared {
  const file = join(dataDir, databaseName);
  const backup = findBackup(dataDir, name);
  const path = join(backupDir(file), name);
  // Its tables may be others, so that its content cannot be read.
  if ((tryReading(path, userVersion) ?? 0) > newestVersion(migrations))
    throw new AppError("backup-newer", codedText("backup-newer", { name }));
  const inBackup = readContents(path);
  if (inBackup === undefined) {
    throw new AppError("backup-damaged", codedText("backup-damaged", { name }));
  }
  completeReplacement(file);
  return { backup, inBackup, inUse: existsSync(file) ? readContents(file) : undefined };
}

/** Replaces the database by a backup. Throws `backup-unknown`, `backup-damaged`, `backup-newer`, `disk-full` or `data-dir-read-only`. */
export function restoreBackup(dataDir: string, name: string, nowMs: number): Replaced {
  const file = join(dataDir, databaseName);
  const { inUse } = readBoth(dataDir, name);
  return replaceDatabase(
    file,
    (draft) => {
      copyFileSync(join(backupDir(file), name), draft);
      if (inUse !== undefined) addToDraft(draft, inUse);
    },
    { suspicion: "backup-restored", nowMs },
  );
}

function addToDraft(draft: string, { lists, attempts, vaultKeys }: Contents): void {
  const connection = connect(draft);
  const { db } = connection;
  try {
    // Without a write-ahead log, which would have to be moved too.
    db.exec("PRAGMA journal_mode = DELETE");
    db.transaction(() => {
      for (const { key, protection, createdAt } of vaultKeys)
        db.run("INSERT OR IGNORE INTO vault_key VALUES (?, ?, ?)", key, protection, createdAt);
      addSuppressionLists(db, lists);
      addAttempts(db, attempts);
    });
  } finally {
    connection.close();
  }
}

/** Deletes every backup; returns their number. */
export function deleteBackups(dataDir: string): number {
  const names = listBackups(dataDir).map(({ name }) => name);
  const folder = backupDir(join(dataDir, databaseName));
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names.length;
}

function findBackup(dataDir: string, name: string): Backup {
  const match = listBackups(dataDir).find((backup) => backup.name === name);
  if (match !== undefined) return match;
  throw new AppError("backup-unknown", codedText("backup-not-found", { name }));
}

function describe(file: string, name: string): Backup {
  const { size, mtimeMs } = statSync(join(backupDir(file), name));
  const stamp = /(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/.exec(name);
  const [, day, hour, minute, second, ms] = stamp ?? [];
  const createdAt = stamp === null ? mtimeMs : Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { name, createdAt, bytes: size };
}

interface Contents {
  readonly campaigns: CampaignInDatabase[];
  readonly lists: SuppressionLists;
  readonly attempts: readonly DayAttempts[];
  readonly vaultKeys: readonly VaultKey[];
}

/** Of tokens in the keychain. */
interface VaultKey {
  readonly key: string;
  readonly protection: string;
  readonly createdAt: number;
}

/** Attempts of a connection on one day. */
interface DayAttempts {
  readonly name: string;
  readonly day: string;
  readonly attempts: number;
}

function readContents(file: string): Contents | undefined {
  return tryReading(file, (db) => {
    checkIntegrity(db, file);
    const campaigns = db.all<CampaignInDatabase>(
      `SELECT CAST(id AS TEXT) AS campaignId, name, state, c_pending AS pending, c_accepted AS accepted
       FROM campaign WHERE kind = 'bulk' AND state <> 'draft' ORDER BY id`,
    );
    const vaultKeys = db.all<VaultKey>("SELECT key, protection, created_at AS createdAt FROM vault_key");
    return { campaigns, lists: readSuppressionLists(db), attempts: readAttempts(db), vaultKeys };
  });
}

function readAttempts(db: ReadDb): DayAttempts[] {
  if (!countsAttempts(db)) return [];
  return db.all(
    "SELECT name, day, attempts FROM send_day JOIN connection ON id = connection WHERE retired_at IS NULL ORDER BY day, name",
  );
}

/** A backup may have counted more on a day: the former database may have been restored itself. */
function addAttempts(db: WriteDb, days: readonly DayAttempts[]): void {
  if (!countsAttempts(db)) return;
  for (const { name, day, attempts } of days)
    db.run(
      `INSERT INTO send_day (connection, day, attempts) SELECT id, ?, ? FROM connection WHERE name = ? AND retired_at IS NULL
       ON CONFLICT (connection, day) DO UPDATE SET attempts = max(attempts, excluded.attempts)`,
      day,
      attempts,
      name,
    );
}

/** False for a database of a version before daily budgets. */
function countsAttempts(db: ReadDb): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE name = 'send_day'") !== undefined;
}

/** Undefined where the file is damaged or not a Fleetdesk database. */
function tryReading<T>(file: string, work: (db: ReadDb) => T): T | undefined {
  try {
    return readFile(file, work);
  } catch {
    return undefined;
  }
}
