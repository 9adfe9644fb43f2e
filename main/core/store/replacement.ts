/**
 * Replaces the database by another file. The caller holds the lock of the data directory, and nothing has the database open.
 *
 * Invariants
 * - Nothing is deleted: the former database and its side files are kept under another name.
 * - The new database is complete, and marked, before the former one is renamed: a replacement that is interrupted then can be completed.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncDirectory, syncPath } from "../files/durable.ts";
import { partSuffix } from "./backup-files.ts";
import type { Replaced } from "./messages.ts";
import { readMarker, readReplaced, type Replacement, resetMarker, writeMarker } from "./open-marker.ts";
import { storeError } from "./store-error.ts";

/** Replaces the database by what `write` writes to a path. Throws `disk-full`, `data-dir-read-only` or the error of `write`. */
export function replaceDatabase(
  file: string,
  write: (draft: string) => void,
  { suspicion, nowMs }: { readonly suspicion: Replacement; readonly nowMs: number },
): Replaced {
  const draft = draftOf(file);
  const marker = readMarker(file);
  const name = `${basename(file, ".db")}-replaced-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-")}.db`;
  try {
    removeDraft(draft);
    write(draft);
    syncPath(draft, "r+");
    writeMarker(file, suspicion, name);
  } catch (error) {
    removeDraft(draft);
    throw storeError(error, file);
  }
  const former = join(dirname(file), name);
  try {
    moveIntoPlace(draft, file, former);
  } catch (error) {
    undoReplacement({ file, former, draft, marker });
    throw storeError(error, file);
  }
  return { former: existsSync(former) ? former : undefined };
}

/**
 * Completes a replacement that was interrupted after the former database was renamed; without the new database, the former one is renamed
 * back. False where both are missing. Throws `disk-full` or `data-dir-read-only`.
 */
export function completeReplacement(file: string): boolean {
  const name = existsSync(file) ? undefined : readReplaced(file);
  if (name === undefined) return true;
  const former = join(dirname(file), name);
  // Without it, a draft may be incomplete: of a restore where the database was missing already.
  if (!existsSync(former)) return false;
  const draft = draftOf(file);
  try {
    if (existsSync(draft)) moveIntoPlace(draft, file, former);
    else rename(former, file, sideFilesFirst);
  } catch (error) {
    throw storeError(error, file);
  }
  return true;
}

interface FailedReplacement {
  readonly file: string;
  readonly former: string;
  readonly draft: string;
  readonly marker: string | undefined;
}

/** Puts the former database and its marker back: the next opening would complete a replacement that was reported as failed. */
function undoReplacement({ file, former, draft, marker }: FailedReplacement): void {
  // Without the draft, the new database is in place.
  if (!existsSync(draft)) return;
  try {
    if (!existsSync(file)) rename(former, file, sideFilesFirst);
    resetMarker(file, marker);
    removeDraft(draft);
  } catch {
    // The next opening completes it.
  }
}

const sideFilesFirst = ["-wal", "-shm", ""];

function moveIntoPlace(draft: string, file: string, former: string): void {
  rename(file, former, ["", "-wal", "-shm"]);
  renameSync(draft, file);
  syncDirectory(dirname(file));
}

/** With the side files, which hold the last commits. In either order the database is missing until all of them are renamed. */
function rename(from: string, to: string, ends: readonly string[]): void {
  for (const end of ends) if (existsSync(`${from}${end}`)) renameSync(`${from}${end}`, `${to}${end}`);
}

function draftOf(file: string): string {
  return `${file}${partSuffix}`;
}

/** With its side files: SQLite would apply those of an interrupted attempt to the next draft. */
function removeDraft(draft: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${end}`, { force: true });
}
