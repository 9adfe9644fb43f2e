/** Renders `assets/icon.svg` in the sizes that the installers and the desktops want: `npm run icons`. */
import { join, resolve } from "node:path";
import sharp from "sharp";

const assets = resolve(import.meta.dirname, "../assets");
const sizes = { "icon.png": 1024, "icon-512.png": 512 };

for (const [name, size] of Object.entries(sizes)) {
  await sharp(join(assets, "icon.svg"), { density: 96 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(join(assets, name));
}
