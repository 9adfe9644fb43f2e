/** Renders `assets/icon.svg`, `assets/tray.svg` and `assets/badge.svg` in the sizes for installers and desktops: `npm run icons`. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { requireNoArguments } from "./no-arguments.ts";

requireNoArguments("npm run icons: renders assets/*.svg in the sizes for installers and desktops. No options.");

const assets = resolve(import.meta.dirname, "../assets");
const icon = readFileSync(join(assets, "icon.svg"), "utf8");
const tray = readFileSync(join(assets, "tray.svg"), "utf8");
const badge = readFileSync(join(assets, "badge.svg"), "utf8");

/** macOS colours a black "template" itself; elsewhere one mid-tone is visible on a dark and on a light panel. */
const onPanels = tray.replaceAll("#000000", "#39B5BF");

const images: readonly (readonly [string, string, number])[] = [
  ["icon.png", icon, 1024],
  ["icon-512.png", icon, 512],
  ["tray.png", onPanels, 16],
  ["tray@2x.png", onPanels, 32],
  ["trayTemplate.png", tray, 16],
  ["trayTemplate@2x.png", tray, 32],
  ["badge.png", badge, 16],
  ["badge@2x.png", badge, 32],
];

for (const [name, svg, size] of images) {
  const drawn = sharp(Buffer.from(svg), { density: size < 100 ? 72 * 8 : 96 });
  await drawn.resize(size, size).png({ compressionLevel: 9 }).toFile(join(assets, name));
}
