#!/usr/bin/env node
/** Headless entry: the command line. */
import { enableCompileCache } from "node:module";
import packageJson from "../package.json" with { type: "json" };

// Sources are compiled once per machine instead of at every start; that is half of a short command's time.
enableCompileCache();

const [{ runCli }, { createProcessTerminal }, { createSystemClock }, { takeEnvironment }, { createStoreThreads }] =
  await Promise.all([
    import("./cli/run-cli.ts"),
    import("./cli/terminal.ts"),
    import("./platform/node/clock.ts"),
    import("./platform/node/paths.ts"),
    import("./platform/node/store-threads.ts"),
  ]);

/** A thread's entry: a source file in `app/`, or a bundle next to this one. */
const entryUrl = (entry: string): URL =>
  new URL(import.meta.url.endsWith(".ts") ? `app/${entry}.ts` : `${entry}.js`, import.meta.url);

const storeThreads = createStoreThreads(entryUrl("store-worker"));

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createProcessTerminal(),
  clock: createSystemClock(),
  environment: takeEnvironment(),
  startStoreThread: storeThreads.start,
  prepareStoreThread: storeThreads.prepare,
  practiceWorkerUrl: entryUrl("practice-worker"),
  version: packageJson.version,
});
