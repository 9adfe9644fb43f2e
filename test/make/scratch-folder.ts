/** A separate folder for each test, removed afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

export interface ScratchFolder {
  path(name: string): string;
  /** Writes a file and returns its absolute path. */
  write(name: string, content: string | Uint8Array): string;
}

/** For tests of durability: on disk, even if other temporary files are in memory. */
export function diskDirectory(): string {
  return process.env["FLEETDESK_DISK_TMPDIR"] ?? tmpdir();
}

/** Call at the top of a test file. */
export function useScratchFolder(): ScratchFolder {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fleetdesk-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = (name: string): string => join(folder, name);
  return {
    path,
    write: (name, content) => {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}
