/** Exports never silently replace an existing file. */
import { codedText } from "#shared/texts/coded-text.ts";
import { lstat } from "node:fs/promises";
import { AppError } from "#shared/failure.ts";

/** Throws `file-exists` where the path exists. */
export async function requireNewFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return;
  const message = codedText("file-exists-replace", { file });
  throw new AppError("file-exists", message, { details: { file } });
}
