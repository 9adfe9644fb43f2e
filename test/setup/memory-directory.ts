/**
 * Places the temporary files of a run (databases, data directories, Chromium profiles) on a memory-backed file system: opening and syncing
 * thousands of databases on a disk takes minutes. With less than 2 GB free there, they stay on the disk, with a notice. Tests of durability
 * use `diskDirectory` of `test/make/scratch-folder.ts`.
 */
import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "fleetdesk-tests-";
const neededBytes = 2 * 1024 ** 3;

/**
 * Vitest's global setup; workers that start afterwards inherit TMPDIR. Every project of a run has it; only the first call has an effect.
 */
export function setup(): (() => void) | undefined {
  if (process.env["FLEETDESK_DISK_TMPDIR"] !== undefined) return undefined;
  removeLeftovers();
  const disk = tmpdir();
  process.env["FLEETDESK_DISK_TMPDIR"] = disk;
  const free = freeBytes();
  if (free < neededBytes) {
    process.stderr.write(
      `NOTICE: ${memory} has ${Math.round(free / 1024 ** 2)} MB free of the 2,048 MB needed; temporary files of the tests are written to ${disk}, which is slower.\n`,
    );
    return undefined;
  }
  const folder = join(memory, prefix + String(process.pid));
  mkdirSync(folder);
  process.env["TMPDIR"] = folder;
  return () => remove(folder);
}

/** Folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of freeBytes() === 0 ? [] : readdirSync(memory)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) remove(join(memory, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Workers may still write at the end of a run: what cannot be removed now is removed by the next run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    process.stderr.write(`NOTICE: ${folder} could not be removed: ${String(error)}\n`);
  }
}

/** 0 if there is no such file system. */
function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
