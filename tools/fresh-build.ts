/** Builds `out/` when a source is newer than it is. FLEETDESK_OUT names another folder, for runs that must not disturb each other. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const sources = [
  "main",
  "preload",
  "renderer",
  "shared",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
];

/** Where the bundles are. */
export const out = resolve(root, process.env["FLEETDESK_OUT"] ?? "out");

/** True when it had to be built. `say` is told before; throws when the build fails, having shown why. */
export function buildIfNeeded(print: (text: string) => void): boolean {
  const stamp = join(out, ".built");
  if (changedAt(stamp) >= Math.max(...sources.map((source) => newest(join(root, source))))) return false;
  print("Building Fleetdesk …");
  const startedAt = new Date();
  rmSync(stamp, { force: true });
  const builder = join(root, "node_modules/electron-vite/bin/electron-vite.js");
  execFileSync(process.execPath, [builder, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  mkdirSync(out, { recursive: true });
  // What changed while it was being built is newer than the build.
  writeFileSync(stamp, "");
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A folder counts as well: a file that is gone changes it. */
function newest(path: string): number {
  if (statSync(path).isFile()) return changedAt(path);
  const inside = readdirSync(path, { recursive: true, withFileTypes: true });
  return Math.max(changedAt(path), ...inside.map((entry) => changedAt(join(entry.parentPath, entry.name))));
}
