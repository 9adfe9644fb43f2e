/** Runs before the first test: builds the bundles if a source is newer, and unpacks Chromium. */
import { findChromium } from "../../../tools/chromium-shell/chromium.ts";
import { buildIfNeeded } from "../../../tools/fresh-build.ts";
import { findElectron } from "./electron-driver.ts";
import { visible } from "./shell-driver.ts";

export async function setup(): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (visible && process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY) {
    throw new Error("FLEETDESK_E2E_VISIBLE=1 needs a display, and neither DISPLAY nor WAYLAND_DISPLAY names one.");
  }
  buildIfNeeded((text) => process.stderr.write(`${text}\n`));
  if (findElectron() !== undefined) return;
  const { headlessOnly } = await findChromium();
  if (visible && headlessOnly) {
    throw new Error("FLEETDESK_E2E_VISIBLE=1 needs a Chromium that is installed: the packaged one has no window.");
  }
}
