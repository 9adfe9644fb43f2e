/** A file beside the database while it is open: found at the next start, it says that the last end was not clean. */
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { writePrivateFile } from "../private-file.ts";
import { storeError } from "./store-error.ts";

export interface OpenMarker {
  /** True when the file was there already: the process before this one did not close the database. */
  readonly unclean: boolean;
  remove(): void;
}

/** Makes the directory and the marker. Throws `data-dir-read-only` or `disk-full`. */
export function setOpenMarker(file: string): OpenMarker {
  const marker = `${file}-open`;
  try {
    makeDirectory(dirname(file));
    const unclean = existsSync(marker);
    if (!unclean) writePrivateFile(marker, "");
    return { unclean, remove: () => rmSync(marker, { force: true }) };
  } catch (error) {
    throw storeError(error, file);
  }
}

/** As `mkdir -p`; Node's own recursive form never returns where a parent cannot be made, as below /proc. */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}
