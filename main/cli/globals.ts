/** The options every command takes, before or after its name. */
import { t } from "./text.ts";
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
    .optionsGroup(t(($) => $.cli.program.globalOptions))
    .addOption(
      new Option(
        "--data-dir <path>",
        t(($) => $.cli.program.dataDir),
      ).default(
        nonEmpty(dataDir) ?? defaultDataDir(environment),
        t(($) => $.cli.program.dataDirDefault),
      ),
    )
    .option(
      "--connection <name>",
      t(($) => $.cli.program.connection),
    )
    .addOption(
      new Option(
        "--keychain <kind>",
        t(($) => $.cli.program.keychain),
      )
        .choices(keychainKinds)
        .default(
          nonEmpty(keychain) ?? "system",
          t(($) => $.cli.program.keychainDefault),
        ),
    )
    .option(
      "--timeout <seconds>",
      t(($) => $.cli.program.timeout),
      parseWhole(
        t(($) => $.cli.program.timeoutValue),
        1,
        86_400,
      ),
    )
    .option(
      "--json",
      t(($) => $.cli.program.json),
      false,
    );
}

export function readGlobals(program: Command): Globals {
  const options = program.opts<Globals>();
  // A default is not checked by commander, and this one may come from the environment.
  if (!keychainKinds.includes(options.keychain)) {
    throw usageError(t(($) => $.cli.program.badKeychain, { value: options.keychain, kinds: keychainKinds.join(", ") }));
  }
  return { ...options, dataDir: resolve(options.dataDir) };
}

/** An empty variable is as good as none. */
function nonEmpty(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}
