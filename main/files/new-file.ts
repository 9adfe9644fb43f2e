/** A file that is about to be written does not silently replace one. */
import { lstat } from "node:fs/promises";
import { AppError } from "../failure.ts";

/** Throws `file-exists` where something of this name is there. */
export async function requireNewFile(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return;
  const message = `${file} is there already; choose another name, or say that it is to be replaced.`;
  throw new AppError("file-exists", message, { details: { file } });
}
