/**
 * Runs the app's own main bundle under plain Node with a Chromium beside it:
 * `node tools/chromium-shell/main.ts [--visible] out/index.js [arguments of the app]`.
 */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const standIn = new URL("./electron.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const entry = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (entry === undefined)
  throw new Error("The bundle to run is missing: node tools/chromium-shell/main.ts out/index.js");
const { listenToControls } = await import("./controls.ts");
listenToControls();
await import(pathToFileURL(resolve(entry)).href);
