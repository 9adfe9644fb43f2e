/** Small files in the data directory: replaced atomically, readable by their owner only. And what makes files and names durable. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A crash leaves the former content. A link at the path is replaced, never followed. `durable`: content and name
 * are on disk when it returns.
 */
export function writePrivateFile(file: string, text: string, { durable = false } = {}): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: durable });
  renameSync(draft, file);
  if (durable) syncDirectory(dirname(file));
}

/** Persists the names in a directory. Windows journals names and cannot open directories. */
export function syncDirectory(path: string): void {
  if (process.platform !== "win32") syncPath(path, "r");
}

/** Like `syncDirectory`, without blocking the thread. */
export async function flushDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}

export function syncPath(path: string, flags: "r" | "r+"): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
