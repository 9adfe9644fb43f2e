/** Small files in the data directory: replaced atomically, readable by their owner only. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

/** Windows journals names and cannot open directories. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
