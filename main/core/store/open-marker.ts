/**
 * A marker file that exists while the database is open. At the next start it means that the last end was not clean, and says which
 * commits may be missing.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { writePrivateFile } from "../files/private-file.ts";
import { storeError } from "./store-error.ts";

/**
 * - "opening": the write-ahead log may not exist yet.
 * - "open": the log exists until a clean end.
 * - "closing": the log may be gone, since all of it is in the database.
 * - "log-missing", "backup-restored", "cache-rebuilt": the last commits may be missing; stays until that is recorded in the database.
 */
type MarkerText = "opening" | "open" | "closing" | Suspicion;

/** Why a database may lack its last commits. */
export type Suspicion = "log-missing" | Replacement;

/** How a database came into the place of another one. After damage, "cache-rebuilt": the disk may have lost other writes unnoticed. */
const replacements = ["backup-restored", "cache-rebuilt"] as const;
export type Replacement = (typeof replacements)[number];

export interface OpenMarker {
  /** True when the file existed: the previous process did not close the database. */
  readonly unclean: boolean;
  readonly suspicion: Suspicion | undefined;
  /** The database is open, and its suspicion is recorded in it. */
  setOpen(): void;
  /** Before the connection is closed, which removes the log. Never throws. */
  setClosing(): void;
  remove(): void;
}

/** Creates the directory and the marker. Throws `data-dir-read-only` or `disk-full`. */
export function setOpenMarker(file: string): OpenMarker {
  const marker = markerOf(file);
  try {
    makeDirectory(dirname(file));
    const unclean = existsSync(marker);
    const suspicion = unclean ? suspicionOf(file, readFileSync(marker, "utf8")) : undefined;
    // Before SQLite creates a new log: afterwards nothing shows that the former one was missing.
    if (!unclean || suspicion !== undefined) writeMarker(file, suspicion ?? "opening");
    return {
      unclean,
      suspicion,
      setOpen: () => writeMarker(file, "open"),
      setClosing() {
        try {
          writeMarker(file, "closing");
        } catch {
          // "open" stays: the next start only suspects more than necessary.
        }
      },
      remove: () => rmSync(marker, { force: true }),
    };
  } catch (error) {
    throw storeError(error, file);
  }
}

/** On disk when it returns; on failure the former text stays. `replaced`: the new name of a database that another one replaces. */
export function writeMarker(file: string, text: MarkerText, replaced?: string): void {
  writePrivateFile(markerOf(file), replaced === undefined ? text : `${text}\n${replaced}`, { durable: true });
}

/** The content of the marker; undefined where there is none. */
export function readMarker(file: string): string | undefined {
  const marker = markerOf(file);
  return existsSync(marker) ? readFileSync(marker, "utf8") : undefined;
}

/** Writes back what `readMarker` returned. */
export function resetMarker(file: string, content: string | undefined): void {
  if (content === undefined) rmSync(markerOf(file), { force: true });
  else writePrivateFile(markerOf(file), content, { durable: true });
}

/** The new name of the database that was replaced last. */
export function readReplaced(file: string): string | undefined {
  const [text, replaced] = readMarker(file)?.split("\n") ?? [];
  return replacementOf(text) === undefined ? undefined : replaced;
}

function replacementOf(text: string | undefined): Replacement | undefined {
  return replacements.find((replacement) => replacement === text);
}

export function markerOf(file: string): string {
  return `${file}-open`;
}

function suspicionOf(file: string, content: string): Suspicion | undefined {
  const [text] = content.split("\n");
  const replacement = replacementOf(text);
  if (replacement !== undefined) return replacement;
  if (text === "log-missing") return text;
  return text === "open" && existsSync(file) && !existsSync(`${file}-wal`) ? "log-missing" : undefined;
}

/** Like `mkdir -p`; Node's recursive form never returns where a parent cannot be created, as below /proc. */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}
