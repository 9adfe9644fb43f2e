/** Builds `out/` when a source is newer. FLEETDESK_OUT names another directory, for runs that must not disturb each other. */
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

/** Directory of the bundles. */
export const out = resolve(root, process.env["FLEETDESK_OUT"] ?? "out");

/** True when it was built. `print` is called before; throws when the build fails, after printing its output. */
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
  // A file that changed during the build is newer than the build.
  writeFileSync(stamp, "");
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A directory counts as well, since deleting a file changes it. */
function newest(path: string): number {
  if (statSync(path).isFile()) return changedAt(path);
  const inside = readdirSync(path, { recursive: true, withFileTypes: true });
  return Math.max(changedAt(path), ...inside.map((entry) => changedAt(join(entry.parentPath, entry.name))));
}
