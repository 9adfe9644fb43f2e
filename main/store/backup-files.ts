/** The copies of a database that are made before a migration: where they are, and in which order they were made. */
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The folder beside the database that holds them. */
export function backupDir(file: string): string {
  return join(dirname(file), "backups");
}

/** What a copy is called until it is whole. */
export const partSuffix = ".part";

const absentCodes: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR"]);

/** Names of whole copies, oldest first: each begins with the time at which it was made. Throws what the file system throws. */
export function backupNames(file: string): string[] {
  const stem = basename(file, ".db");
  return namesIn(file).filter((name) => name.startsWith(`${stem}-`) && name.endsWith(".db"));
}

/** Absolute path; undefined where there is none, or where that cannot be read. */
export function newestBackup(file: string): string | undefined {
  try {
    const name = backupNames(file).at(-1);
    return name === undefined ? undefined : join(backupDir(file), name);
  } catch {
    // The caller reports another failure already.
    return undefined;
  }
}

/** Removes what a process that was killed left of a copy: drafts, and a copy that still has SQLite's journal beside it. */
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
