/** Atomic file replacement: written to a temporary file in the same directory, synced, then renamed over the target. */
import { codedText } from "#shared/texts/coded-text.ts";
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../wait.ts";
import { writeError } from "./file-errors.ts";

const flushCharacters = 256 * 1024;

/**
 * Writes `file` from pieces of text, as UTF-8. An existing file is replaced only once all of the new one is on the disk;
 * any failure, also while the pieces are produced, leaves it unchanged. Throws `file-unwritable` or `disk-full`, the errors of `pieces`,
 * and `aborted` where `signal` is aborted before the replacement.
 */
export async function writeFileAtomically(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`);
  await assertRegularFile(file);
  const handle = await open(draft, "wx", 0o600).catch((error: unknown) => {
    throw writeError(error, file);
  });
  try {
    try {
      await writePieces(handle, pieces, file);
    } finally {
      await handle.close();
    }
    if (signal !== undefined) throwIfStopped(signal);
    await rename(draft, file).catch((error: unknown) => {
      throw writeError(error, file);
    });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // The first failure is the one to report.
    throw error;
  }
}

async function writePieces(
  handle: FileHandle,
  pieces: AsyncIterable<string> | Iterable<string>,
  file: string,
): Promise<void> {
  const flush = async (text: string): Promise<void> => {
    await handle.writeFile(text, "utf8").catch((error: unknown) => {
      throw writeError(error, file);
    });
  };
  let pending = "";
  for await (const piece of pieces) {
    pending += piece;
    if (pending.length < flushCharacters) continue;
    await flush(pending);
    pending = "";
  }
  await flush(pending);
  await handle.sync().catch((error: unknown) => {
    throw writeError(error, file);
  });
}

/** A rename would replace a directory, a device or a pipe by a file. */
async function assertRegularFile(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  if (stats.isDirectory()) throw writeError(Object.assign(new Error("directory"), { code: "EISDIR" }), file);
  throw new AppError("file-unwritable", codedText("file-not-writable-kind", { file }));
}
