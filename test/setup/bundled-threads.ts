/**
 * Bundles the program's threads once per run, as `out/` has them, and tells the tests where.
 * From source, every thread would strip types by Node's WebAssembly compiler, and V8 13.6 crashes of that now and then
 * (docs/decisions/0009).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the folder of the threads' bundles, with a slash at its end. */
    readonly threads: string;
  }
}

const root = resolve(import.meta.dirname, "../..");

/** Before the first test of a run; what is returned runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A folder of its own, because runs may go on side by side.
  const folder = await mkdtemp(join(tmpdir(), "fleetdesk-threads-"));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: "node24",
      minify: false,
      rolldownOptions: {
        input: { "store-worker": "main/store-worker.ts", "practice-worker": "main/practice-worker.ts" },
        output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "shared/[name]-[hash].mjs" },
      },
    },
  });
  project.provide("threads", pathToFileURL(`${folder}/`).href);
  return () => rm(folder, { recursive: true, force: true });
}
