/** Bundles the command line and the store's thread for Node 24; what is native stays a package. */
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

const entry = { cli: "main/cli.ts", "store-worker": "main/store-worker.ts" };

export default defineConfig({
  // Everything but the native package goes into the bundle: `out/` runs with nothing beside it but keytar.
  ssr: { noExternal: true, external: ["keytar"] },
  build: {
    ssr: true,
    outDir: "out",
    emptyOutDir: true,
    target: "node24",
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entry,
      external: ["keytar", ...builtinModules, /^node:/],
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "shared/[name]-[hash].js" },
    },
  },
});
