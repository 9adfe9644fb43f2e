/** The address of the owner of a data directory: a file next to the lock, readable by this user only. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writePrivateFile } from "../../core/files/private-file.ts";

export interface OwnerNote {
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Path of a Unix socket, or name of a Windows pipe. */
  readonly address: string;
  /** The shared secret of the handshake (`control-handshake.ts`). */
  readonly key: string;
  /** Version of the owner; missing in files of older versions. */
  readonly version?: string;
}

/** Longest path of a Unix socket on all supported systems. */
const longestSocketPath = 100;

const fileOf = (dataDir: string): string => join(dataDir, "owner.json");

/** A socket path for this owner; outside the data directory, in a private one, when the path would be too long. */
export function chooseAddress(dataDir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\fleetdesk-${randomBytes(16).toString("hex")}`;
  const inside = join(dataDir, "control.sock");
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  return join(mkdtempSync(join(tmpdir(), "fleetdesk-")), "control.sock");
}

/** Removes the files of `chooseAddress` and of listening; also the socket of a dead owner, which would block the next. */
export function clearAddress(dataDir: string, address: string): void {
  if (process.platform === "win32") return;
  rmSync(address, { force: true });
  if (dirname(address) !== dataDir) rmdirSync(dirname(address));
}

export function writeOwner(dataDir: string, note: OwnerNote): void {
  writePrivateFile(fileOf(dataDir), JSON.stringify(note));
}

export function removeOwner(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** The current owner file; undefined when there is none or it cannot be read. May be left by a process that died. */
export function readOwner(dataDir: string): OwnerNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return isOwnerNote(note) ? note : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

function isOwnerNote(value: unknown): value is OwnerNote {
  if (typeof value !== "object" || value === null) return false;
  const { pid, startedAt, address, key, version } = value as Record<keyof OwnerNote, unknown>;
  const isText = [startedAt, address, key, version ?? ""].every((text) => typeof text === "string");
  return typeof pid === "number" && isText;
}
