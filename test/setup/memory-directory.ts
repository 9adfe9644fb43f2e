/**
 * Puts the temporary files of a run (databases, data directories, profiles of Chromium) on a memory-backed file system: opening and
 * syncing thousands of databases on a disk takes minutes. Where less than 2 GB are free there, they stay on the disk, with a notice.
 * Tests of durability use `diskDirectory` of `test/make/scratch-folder.ts`.
 */
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

/** Vitest's global setup; the workers it starts afterwards inherit TMPDIR. Every project of a run has it, the first one acts. */
export function setup(): (() => void) | undefined {
  if (process.env["FLEETDESK_DISK_TMPDIR"] !== undefined) return undefined;
  const disk = tmpdir();
  process.env["FLEETDESK_DISK_TMPDIR"] = disk;
  const free = freeBytes();
  if (free < neededBytes) {
    process.stderr.write(
      `NOTICE: ${memory} has ${Math.round(free / 1024 ** 2)} MB free of the 2,048 MB needed; temporary files of the tests are written to ${disk}, which is slower.\n`,
    );
    return undefined;
  }
  const folder = mkdtempSync(join(memory, "fleetdesk-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** 0 where there is no such file system. */
function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
