/**
 * Three bundles in `out/`: the main process (with the command line and the worker threads), the preload script and the window.
 * `out/` has no runtime dependency except keytar. Bundles load each other by entry name, so the names are part of the interface.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/** The same variable as in `tools/fresh-build.ts`. */
const out = process.env["FLEETDESK_OUT"] ?? "out";

/** Threads and entries by their name in `out/`; an entry whose source file does not exist is skipped. */
const entries = {
  index: "main/index.ts",
  cli: "main/cli.ts",
  "store-worker": "main/app/store-worker.ts",
  "practice-worker": "main/app/practice-worker.ts",
};

/** The images of tray and taskbar are copied next to the main process, so that `out/` is self-contained. */
const desktopImages = {
  name: "desktop-images",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): string }): void {
    for (const fileName of readdirSync("assets").filter((name) => /^(tray|badge).*\.png$/.test(name))) {
      this.emitFile({ type: "asset", fileName, source: readFileSync(join("assets", fileName)) });
    }
  },
};

/** The feed of the updater, as the packer publishes it. */
const [, feed] =
  /^publish:\n {2}provider: generic\n {2}url: (\S+)$/m.exec(readFileSync("electron-builder.yml", "utf8")) ?? [];
if (feed === undefined) throw new Error("electron-builder.yml has no generic feed.");

export default defineConfig({
  main: {
    define: { FLEETDESK_UPDATE_FEED: JSON.stringify(feed) },
    plugins: [desktopImages],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: "node24",
      sourcemap: true,
      // Bundled, so that the packed app ships only the native package in `node_modules`.
      externalizeDeps: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
        external: ["electron", "keytar"],
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "shared/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      outDir: join(out, "preload"),
      emptyOutDir: true,
      target: "node24",
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: "preload/index.ts" },
        // A sandboxed preload is one CommonJS file.
        output: { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
      },
    },
  },
  renderer: {
    root: "renderer",
    plugins: [react()],
    build: {
      outDir: join(out, "renderer"),
      // Inlined fonts and pictures would require a content security policy that allows `data:` sources.
      assetsInlineLimit: 0,
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { input: resolve("renderer/index.html") },
    },
  },
});
