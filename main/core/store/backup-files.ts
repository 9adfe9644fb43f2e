/** The backups of a database before migrations: their paths and order. */
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The directory of the backups, next to the database. */
export function backupDir(file: string): string {
  return join(dirname(file), "backups");
}

/** Suffix of an incomplete backup. */
export const partSuffix = ".part";

const absentCodes: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR"]);

/** Names of complete backups, oldest first: each begins with its time. Throws the errors of the file system. */
export function backupNames(file: string): string[] {
  const stem = basename(file, ".db");
  return namesIn(file).filter((name) => name.startsWith(`${stem}-`) && name.endsWith(".db"));
}

/** Absolute path; undefined where there is none, or the directory cannot be read. */
export function newestBackup(file: string): string | undefined {
  try {
    const name = backupNames(file).at(-1);
    return name === undefined ? undefined : join(backupDir(file), name);
  } catch {
    // The caller already reports another failure.
    return undefined;
  }
}

/** Removes leftovers of a killed process: incomplete backups, and a backup that still has SQLite's journal. */
export function removeLeftovers(file: string): void {
  rmSync(`${file}${partSuffix}`, { force: true });
  const names = namesIn(file);
  const halves = names.flatMap((name) => (name.endsWith(journalSuffix) ? [name.slice(0, -journalSuffix.length)] : []));
  const isLeftover = (name: string): boolean =>
    name.endsWith(`.db${partSuffix}`) || name.endsWith(journalSuffix) || halves.includes(name);
  for (const name of names.filter(isLeftover)) rmSync(join(backupDir(file), name), { force: true });
}

const journalSuffix = "-journal";

function namesIn(file: string): string[] {
  try {
    return readdirSync(backupDir(file)).toSorted();
  } catch (error) {
    if (absentCodes.has((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  }
}
