/** A directory that resembles Electron's distribution for the packer: the files that it copies, renames and sets fuses in. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How `@electron/fuses` finds the wire in the binary: this text, the version of the wire, its length, one letter for each fuse. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const usualFuses = "1".repeat(9);

/** Writes it below `folder`; `fuses` has one letter for each fuse. */
export function writeStubElectron(folder: string, version: string, fuses = usualFuses): void {
  mkdirSync(join(folder, "resources"), { recursive: true });
  mkdirSync(join(folder, "locales"), { recursive: true });
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
  writeFileSync(join(folder, "electron"), Buffer.concat([Buffer.from("stub\0"), wire]), { mode: 0o755 });
  for (const [name, text] of Object.entries({ version, LICENSE: "", "LICENSES.chromium.html": "" })) {
    writeFileSync(join(folder, name), text);
  }
}

/** The fuses of a packed binary, by their number. */
export function readFuses(binary: Buffer): string {
  const at = binary.indexOf(sentinel) + sentinel.length;
  return binary.subarray(at + 2, at + 2 + (binary[at + 1] ?? 0)).toString();
}
