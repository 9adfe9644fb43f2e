/** Small files beside the data: replaced whole, readable by their owner only. */
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** A crash leaves the former content. A link that somebody put in the way is replaced, never followed. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  renameSync(draft, file);
}
