/** Default paths. */
import { homedir } from "node:os";
import { join } from "node:path";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "#shared/failure.ts";

export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** FLEETDESK_PASSPHRASE, which is removed from `variables`. */
  readonly passphrase?: string;
}

/** Removes the passphrase from `variables`: child processes such as a browser do not inherit it. */
export function takeEnvironment(variables: Record<string, string | undefined> = process.env): Environment {
  const passphrase = variables["FLEETDESK_PASSPHRASE"];
  delete variables["FLEETDESK_PASSPHRASE"];
  return { platform: process.platform, home: homedir(), variables, passphrase };
}

/** The data directory of this user: database, lock, logs, backups. */
export function defaultDataDir({ platform, home, variables }: Environment): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Fleetdesk");
  if (platform === "win32") return join(variables["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Fleetdesk");
  return join(absolute(variables["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "fleetdesk");
}

/** Data of this user on this computer that must not move with a copied data directory. */
export function stateDir({ platform, home, variables }: Environment): string {
  if (platform === "darwin") return join(home, "Library", "Caches", "Fleetdesk");
  if (platform === "win32") return join(variables["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Fleetdesk State");
  return join(absolute(variables["XDG_STATE_HOME"]) ?? join(home, ".local", "state"), "fleetdesk");
}

/** The XDG specification requires relative paths to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith("/") === true ? path : undefined;
}

// Errors of writes to the data directory, as codes of Fleetdesk.

const sqliteFull = 13;
const fullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** SQLite's primary code of an error; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

/** `disk-full` or `data-dir-read-only`; an `AppError` passes unchanged. */
export function dataDirError(dataDir: string, error: unknown): AppError {
  if (isAppError(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (sqliteCode(error) === sqliteFull || (code !== undefined && fullCodes.has(code))) {
    return new AppError("disk-full", codedText("data-dir-disk-full", { directory: dataDir }), {
      cause: error,
    });
  }
  return new AppError("data-dir-read-only", codedText("data-dir-read-only", { directory: dataDir }), { cause: error });
}
