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
    import("./node/clock.ts"),
    import("./node/paths.ts"),
    import("./node/store-threads.ts"),
  ]);

/** A thread's entry next to this file, as source or as bundle. */
const entryUrl = (entry: string): URL =>
  new URL(`./${entry}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createProcessTerminal(),
  clock: createSystemClock(),
  environment: takeEnvironment(),
  startStoreThread: createStoreThreads(entryUrl("store-worker")),
  practiceWorkerUrl: entryUrl("practice-worker"),
  version: packageJson.version,
});
