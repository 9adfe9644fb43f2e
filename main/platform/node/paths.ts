/** Default paths. */
import { homedir } from "node:os";
import { join } from "node:path";

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
