/** A file that is about to be written does not silently replace one. */
import { codedText } from "#shared/texts/coded-text.ts";
import { lstat } from "node:fs/promises";
import { AppError } from "../failure.ts";

/** Throws `file-exists` where something of this name is there. */
export async function requireNewFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return;
  const message = codedText("file-exists-replace", { file });
  throw new AppError("file-exists", message, { details: { file } });
}
