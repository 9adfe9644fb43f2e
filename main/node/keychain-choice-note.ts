/** The note in the data directory that a passphrase file was chosen. It holds no secret and opens nothing. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { dataDirError } from "./data-dir-error.ts";

const noteSchema = z.object({ protection: z.literal("file") });

const fileOf = (dataDir: string): string => join(dataDir, "keychain-choice.json");

/** A note that cannot be read counts as none: the person is asked again. */
export async function isFileChosen(dataDir: string): Promise<boolean> {
  try {
    return noteSchema.safeParse(JSON.parse(await readFile(fileOf(dataDir), "utf8"))).success;
  } catch {
    // Not there, or not JSON.
    return false;
  }
}

/** Throws `disk-full` or `data-dir-read-only`. */
export async function rememberFile(dataDir: string): Promise<void> {
  const note: z.output<typeof noteSchema> = { protection: "file" };
  try {
    await writeFile(`${fileOf(dataDir)}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    await rename(`${fileOf(dataDir)}.new`, fileOf(dataDir));
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

export async function forgetChoice(dataDir: string): Promise<void> {
  try {
    await rm(fileOf(dataDir), { force: true });
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}
