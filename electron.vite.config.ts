/**
 * Three bundles in `out/`: the main process (with the command line and the threads beside it), the bridge, the window.
 * `out/` runs with nothing beside it but keytar; the names of the entries are what they load each other by.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/** As `tools/fresh-build.ts` says. */
const out = process.env["FLEETDESK_OUT"] ?? "out";

/** Threads and entries by the name they have in `out/`; one that another change brings is taken when it is there. */
const entries = {
  index: "main/index.ts",
  cli: "main/cli.ts",
  "store-worker": "main/store-worker.ts",
  "practice-worker": "main/practice-worker.ts",
};

/** The images of the panel stand beside the main process, so that `out/` needs nothing else. */
const trayImages = {
  name: "tray-images",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): string }): void {
    for (const fileName of readdirSync("assets").filter((name) => /^tray.*\.png$/.test(name))) {
      this.emitFile({ type: "asset", fileName, source: readFileSync(join("assets", fileName)) });
    }
  },
};

export default defineConfig({
  main: {
    plugins: [trayImages],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: "node24",
      sourcemap: true,
      // Bundled, so that the packed app carries no folder of packages but the native one.
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
      // Inlined fonts and pictures would need a policy that lets pages bring their own.
      assetsInlineLimit: 0,
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { input: resolve("renderer/index.html") },
    },
  },
});
