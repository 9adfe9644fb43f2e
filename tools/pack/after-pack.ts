/**
 * electron-builder's hook before it sets the fuses. Its library knows eight of them and leaves any other at Electron's default, so a
 * fuse of a new Electron version would be left undecided.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AfterPackContext } from "electron-builder";
import { readFuses } from "./stub-electron.ts";

/** The eight of electron-builder.yml, and WasmTrapHandlers, which stays enabled as Electron ships it. */
const decidedFuses = 9;
const enabled = "1";
const removed = "r";

/** Throws where the fuse wire of this binary holds an undecided fuse, or one that can no longer be set. */
export function checkFuses(binary: Buffer): void {
  const fuses = readFuses(binary);
  if (fuses.length !== decidedFuses) {
    throw new Error(
      `This Electron has ${fuses.length} fuses, ${decidedFuses} are decided. Decide on the others in electron-builder.yml and tools/pack/after-pack.ts.`,
    );
  }
  if (fuses.includes(removed) || !fuses.endsWith(enabled)) {
    throw new Error(
      `The fuses of this Electron are not as expected (${fuses}): one is removed or off. Look at its release notes.`,
    );
  }
}

export function afterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext): void {
  const { productFilename } = packager.appInfo;
  const binaries: Readonly<Record<string, string>> = {
    darwin: `${productFilename}.app/Contents/Frameworks/Electron Framework.framework/Electron Framework`,
    win32: `${productFilename}.exe`,
    linux: "fleetdesk-desktop",
  };
  const binary = binaries[electronPlatformName];
  if (binary === undefined) throw new Error(`It is not known where the fuses are on ${electronPlatformName}.`);
  checkFuses(readFileSync(join(appOutDir, binary)));
}
