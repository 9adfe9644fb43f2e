/** The file in the data directory that records the choice of a passphrase file. It contains no secret. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "../../core/files/private-file.ts";
import { dataDirError } from "./data-dir-error.ts";

const noteSchema = z.object({ protection: z.literal("file") });

const fileOf = (dataDir: string): string => join(dataDir, "keychain-choice.json");

/** An unreadable file counts as none: the operator chooses again. */
export async function isFileKeychainSelected(dataDir: string): Promise<boolean> {
  try {
    return noteSchema.safeParse(JSON.parse(await readFile(fileOf(dataDir), "utf8"))).success;
  } catch {
    // Missing, or not JSON.
    return false;
  }
}

/** Throws `disk-full` or `data-dir-read-only`. */
export function rememberFile(dataDir: string): void {
  const note: z.output<typeof noteSchema> = { protection: "file" };
  try {
    writePrivateFile(fileOf(dataDir), `${JSON.stringify(note)}\n`);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

export async function deleteChoice(dataDir: string): Promise<void> {
  try {
    await rm(fileOf(dataDir), { force: true });
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}
