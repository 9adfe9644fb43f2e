#!/usr/bin/env node
/** Headless entry: the command line. */
import { enableCompileCache } from "node:module";
import packageJson from "../package.json" with { type: "json" };

// Sources are compiled once per machine instead of at every start; that is half of a short command's time.
enableCompileCache();

const [{ runCli }, { createProcessTerminal }, { createSystemClock }, { currentEnvironment }] = await Promise.all([
  import("./cli/run-cli.ts"),
  import("./cli/terminal.ts"),
  import("./node/clock.ts"),
  import("./node/paths.ts"),
]);

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createProcessTerminal(),
  clock: createSystemClock(),
  environment: currentEnvironment(),
  // Beside this file, as source or as bundle.
  storeWorkerUrl: new URL(import.meta.url.endsWith(".ts") ? "./store-worker.ts" : "./store-worker.js", import.meta.url),
  version: packageJson.version,
});
