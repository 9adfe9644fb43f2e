/**
 * A file beside the database while it is open: found at the next start, it says that the last end was not clean, and what that means
 * for what is in the database.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../failure.ts";
import { writePrivateFile } from "../private-file.ts";
import { storeError } from "./store-error.ts";

/**
 * - "opening": the write-ahead log may not be there yet.
 * - "open": it is there until a clean end.
 * - "closing": the log may be gone, since all of it is in the database.
 * - "log-missing", "backup-restored": what was committed last may not be in the database; this stands until that is written into it.
 */
type MarkerText = "opening" | "open" | "closing" | Suspicion;

/** Why a database may be older than what was committed to it. */
export type Suspicion = "log-missing" | "backup-restored";

export interface OpenMarker {
  /** True when the file was there already: the process before this one did not close the database. */
  readonly unclean: boolean;
  readonly suspicion: Suspicion | undefined;
  /** The database is open, and says itself what is suspected of it. */
  setOpen(): void;
  /** Before the connection is closed, which removes the log. Never throws. */
  setClosing(): void;
  remove(): void;
}

/** Makes the directory and the marker. Throws `data-dir-read-only`, `disk-full` or `restore-interrupted`. */
export function setOpenMarker(file: string): OpenMarker {
  const marker = markerOf(file);
  try {
    makeDirectory(dirname(file));
    const unclean = existsSync(marker);
    const suspicion = unclean ? suspicionOf(file, readFileSync(marker, "utf8")) : undefined;
    // Before SQLite makes a new log: after that nothing tells that the former one was missing.
    if (!unclean || suspicion !== undefined) writeMarker(file, suspicion ?? "opening");
    return {
      unclean,
      suspicion,
      setOpen: () => writeMarker(file, "open"),
      setClosing() {
        try {
          writeMarker(file, "closing");
        } catch {
          // "open" stays: the next start suspects more than it has to.
        }
      },
      remove: () => rmSync(marker, { force: true }),
    };
  } catch (error) {
    throw storeError(error, file);
  }
}

/** On disk when it returns; the former text stays where that fails. `replaced`: the name that a restore gives to the former database. */
export function writeMarker(file: string, text: MarkerText, replaced?: string): void {
  writePrivateFile(markerOf(file), replaced === undefined ? text : `${text}\n${replaced}`, { durable: true });
}

/** The name that the last restore gave, or was about to give, to the former database. */
export function readRestore(file: string): string | undefined {
  const marker = markerOf(file);
  if (!existsSync(marker)) return undefined;
  const [text, replaced] = readFileSync(marker, "utf8").split("\n");
  return text === "backup-restored" ? replaced : undefined;
}

function markerOf(file: string): string {
  return `${file}-open`;
}

function suspicionOf(file: string, content: string): Suspicion | undefined {
  const [text] = content.split("\n");
  if (text === "backup-restored") {
    if (existsSync(file)) return text;
    const message = codedText("restore-interrupted", { file });
    throw new AppError("restore-interrupted", message);
  }
  if (text === "log-missing") return text;
  return text === "open" && existsSync(file) && !existsSync(`${file}-wal`) ? "log-missing" : undefined;
}

/** As `mkdir -p`; Node's own recursive form never returns where a parent cannot be made, as below /proc. */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}
