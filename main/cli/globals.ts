/** The options every command takes, before or after its name. */
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { defaultDataDir, type Environment } from "../node/paths.ts";
import { parseWhole } from "./option-values.ts";
import { usageError } from "./usage-error.ts";

export const keychainKinds = ["system", "file", "memory"] as const;
export type KeychainKind = (typeof keychainKinds)[number];

export interface Globals {
  /** Absolute. */
  readonly dataDir: string;
  readonly connection?: string;
  readonly keychain: KeychainKind;
  readonly json: boolean;
  /** Seconds that a read may wait for its answer, all repetitions together. */
  readonly timeout?: number;
}

/**
 * Adds them to the program; commander then takes them in any position. The environment comes as an argument, so its
 * variables are defaults here instead of commander's own look into `process.env`.
 */
export function addGlobalOptions(program: Command, environment: Environment): void {
  const { FLEETDESK_DATA_DIR: dataDir, FLEETDESK_KEYCHAIN: keychain } = environment.variables;
  program
    .optionsGroup("Global options, before or after the command:")
    .addOption(
      new Option("--data-dir <path>", "where the local copy, the campaigns and the log are kept").default(
        given(dataDir) ?? defaultDataDir(environment),
        "FLEETDESK_DATA_DIR, or the usual place of this system",
      ),
    )
    .option("--connection <name>", "which connection to use (default: the one connected last)")
    .addOption(
      new Option("--keychain <kind>", "what protects the tokens; file needs FLEETDESK_PASSPHRASE")
        .choices(keychainKinds)
        .default(given(keychain) ?? "system", "FLEETDESK_KEYCHAIN, or system"),
    )
    .option(
      "--timeout <seconds>",
      "fail a read that has no answer within this time, retries included (default: 30 s, up to 3 times)",
      parseWhole("The timeout", 1, 86_400),
    )
    .option("--json", "one JSON document on stdout, everything else on stderr", false);
}

export function readGlobals(program: Command): Globals {
  const options = program.opts<Globals>();
  // A default is not checked by commander, and this one may come from the environment.
  if (!keychainKinds.includes(options.keychain)) {
    throw usageError(`FLEETDESK_KEYCHAIN is "${options.keychain as string}"; it must be ${keychainKinds.join(", ")}.`);
  }
  return { ...options, dataDir: resolve(options.dataDir) };
}

/** An empty variable is as good as none. */
function given(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}
