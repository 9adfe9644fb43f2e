/** The options every command takes, before or after its name. */
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { defaultDataDir, type Environment } from "../node/paths.ts";

export const keychainKinds = ["system", "file", "memory"] as const;
export type KeychainKind = (typeof keychainKinds)[number];

export interface Globals {
  /** Absolute. */
  readonly dataDir: string;
  readonly connection?: string;
  readonly keychain: KeychainKind;
  readonly json: boolean;
}

/** Adds them to the program; commander then takes them in any position. */
export function addGlobalOptions(program: Command, environment: Environment): void {
  program
    .optionsGroup("Global options:")
    .addOption(
      new Option("--data-dir <path>", "where the local copy, the campaigns and the log are kept")
        .env("FLEETDESK_DATA_DIR")
        .default(defaultDataDir(environment), "the usual place of this system"),
    )
    .option("--connection <name>", "which connection to use (default: the one connected last)")
    .addOption(
      new Option("--keychain <kind>", "what protects the tokens; file needs FLEETDESK_PASSPHRASE")
        .env("FLEETDESK_KEYCHAIN")
        .choices(keychainKinds)
        .default("system" satisfies KeychainKind),
    )
    .option("--json", "one JSON document on stdout, everything else on stderr", false);
}

export function readGlobals(program: Command): Globals {
  const options = program.opts<Globals>();
  return { ...options, dataDir: resolve(options.dataDir) };
}
