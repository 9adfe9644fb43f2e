/** Electron's binary: from its package, or downloaded now by the package's own installer when its source can be reached. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = dirname(createRequire(import.meta.url).resolve("electron/package.json"));
const probeTimeoutMs = 5000;
const fetchMs = 180_000;

/** Undefined where it was not downloaded. */
export function findElectronBinary(): string | undefined {
  const note = join(folder, "path.txt");
  if (!existsSync(note)) return undefined;
  const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist");
  const binary = join(dist, readFileSync(note, "utf8"));
  return existsSync(binary) ? binary : undefined;
}

/** Checks for a few seconds whether the source can be reached, and only then downloads. */
export async function fetchElectronBinary(print: (text: string) => void): Promise<string | undefined> {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version: string };
  const mirror = process.env["ELECTRON_MIRROR"] ?? "https://github.com/electron/electron/releases/download/";
  print(`Electron ${version} is not installed. Checking whether it can be downloaded…`);
  if (!(await answers(`${mirror}v${version}/SHASUMS256.txt`))) return undefined;
  print("Downloading Electron, about 110 MB…");
  const { status } = spawnSync(process.execPath, [join(folder, "install.js")], { stdio: "inherit", timeout: fetchMs });
  return status === 0 ? findElectronBinary() : undefined;
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(probeTimeoutMs) });
    return ok;
  } catch {
    return false; // no network, or a filter in between: the caller has an alternative
  }
}
