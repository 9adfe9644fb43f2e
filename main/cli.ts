#!/usr/bin/env node
/** Headless entry: the command line. */
import packageJson from "../package.json" with { type: "json" };
import { runCli } from "./cli/run-cli.ts";
import { createProcessTerminal } from "./cli/terminal.ts";
import { createSystemClock } from "./node/clock.ts";
import { currentEnvironment } from "./node/paths.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createProcessTerminal(),
  clock: createSystemClock(),
  environment: currentEnvironment(),
  // Beside this file, as source or as bundle.
  storeWorkerUrl: new URL(import.meta.url.endsWith(".ts") ? "./store-worker.ts" : "./store-worker.js", import.meta.url),
  version: packageJson.version,
});
