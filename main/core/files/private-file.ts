/** Small files in the data directory: replaced atomically, readable by their owner only. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncDirectory } from "./durable.ts";

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
