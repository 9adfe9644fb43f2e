/** Makes files, and the names of files, survive a loss of power. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

/** Persists the names in a directory. Windows journals names and cannot open directories. */
export function syncDirectory(path: string): void {
  if (process.platform !== "win32") syncPath(path, "r");
}

/** Like `syncDirectory`, without blocking the thread. */
export async function syncDirectoryAsync(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}

/** Persists the content of a file ("r+"), or the names in a directory ("r"). */
export function syncPath(path: string, flags: "r" | "r+"): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
