/** Before the first test of a run: the bundles are made when a source is newer, and Chromium is unpacked. */
import { findChromium } from "../../../tools/chromium-shell/chromium.ts";
import { buildIfNeeded } from "../../../tools/fresh-build.ts";
import { findElectron } from "./electron-driver.ts";

export async function setup(): Promise<void> {
  buildIfNeeded((text) => process.stderr.write(`${text}\n`));
  if (findElectron() === undefined) await findChromium();
}
