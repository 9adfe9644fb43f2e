/**
 * Bundles the program's threads and its command line once per run, in the form that `out/` has, and passes their location to the tests.
 * From source, every thread would strip types with Node's WebAssembly compiler, and V8 13.6 occasionally crashes in it
 * (docs/decisions/0009).
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the folder of the bundles, with a slash at its end. */
    readonly threads: string;
  }
}

const root = resolve(import.meta.dirname, "../..");

/** Runs before the first test; the returned function runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Below node_modules, where native packages are resolved; a separate folder for each run, because runs may be concurrent.
  const cache = join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "fleetdesk-threads-"));
  // Makes `.js` files there modules, as in `out/`.
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: ["keytar"] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: "node24",
      minify: false,
      rolldownOptions: {
        input: {
          cli: "main/cli.ts",
          "store-worker": "main/app/store-worker.ts",
          "practice-worker": "main/app/practice-worker.ts",
          "reused-store-worker": "test/setup/reused-store-worker.ts",
        },
        external: ["keytar"],
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "shared/[name]-[hash].js" },
      },
    },
  });
  project.provide("threads", pathToFileURL(`${folder}/`).href);
  return () => rm(folder, { recursive: true, force: true });
}
