/** The global options, before or after the name of the command. */
import { t } from "./text.ts";
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { defaultDataDir, type Environment } from "../platform/node/paths.ts";
import { badValue, parseWhole, usageError } from "./option-values.ts";

const keychainKinds = ["system", "file", "memory"] as const;
const outputFormats = ["table", "json", "jsonl", "csv", "ids"] as const;
type OutputFormat = (typeof outputFormats)[number];

type KeychainKind = (typeof keychainKinds)[number];

export interface Globals {
  /** Absolute path. */
  readonly dataDir: string;
  readonly connection?: string;
  readonly keychain: KeychainKind;
  /** Whether `keychain` was given as an option, not by the environment or by default. */
  readonly hasKeychainOption: boolean;
  /** Address of the proxy for every connection, without a user name; "direct" for none. */
  readonly proxy?: string;
  readonly output: OutputFormat;
  /** Print each request to the service on stderr. */
  readonly verbose: boolean;
  /** Maximum time for a read, including its retries, in seconds. */
  readonly timeout?: number;
}

/**
 * Adds the global options; commander then accepts them in any position. The environment is an argument, so its variables are defaults here
 * instead of commander reading `process.env`.
 */
export function addGlobalOptions(program: Command, environment: Environment): void {
  const {
    FLEETDESK_DATA_DIR: dataDir,
    FLEETDESK_KEYCHAIN: keychain,
    FLEETDESK_CONNECTION: named,
  } = environment.variables;
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
    .addOption(
      new Option(
        "--connection <name>",
        t(($) => $.cli.program.connection),
      ).default(
        nonEmpty(named),
        t(($) => $.cli.program.connectionDefault),
      ),
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
    .addOption(
      new Option(
        "--proxy <url>",
        t(($) => $.cli.program.proxy),
      )
        .argParser(parseProxy)
        .default(
          undefined,
          t(($) => $.cli.program.proxyDefault),
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
      "--verbose",
      t(($) => $.cli.program.verbose),
      false,
    )
    .addOption(
      new Option(
        "-o, --output <format>",
        t(($) => $.cli.program.output),
      )
        .choices(outputFormats)
        .default("table"),
    )
    .addOption(
      new Option(
        "--json",
        t(($) => $.cli.program.json),
      ).implies({ output: "json" }),
    );
}

function parseProxy(text: string): string {
  if (text === "direct") return text;
  // Also in an address that is invalid otherwise: commander would quote it, with the password.
  if (text.includes("@")) throw usageError(t(($) => $.cli.program.proxyPassword));
  const url = URL.parse(text);
  if (url === null || !/^(?:https?|socks5):$/.test(url.protocol) || url.host === "" || url.pathname.length > 1)
    throw badValue(t(($) => $.cli.program.badProxy));
  return url.href;
}

export function readGlobals(program: Command): Globals {
  const options = program.opts<Globals>();
  // Commander does not validate defaults, and this one may come from the environment.
  if (!keychainKinds.includes(options.keychain)) {
    throw usageError(t(($) => $.cli.program.badKeychain, { value: options.keychain, kinds: keychainKinds.join(", ") }));
  }
  const hasKeychainOption = program.getOptionValueSource("keychain") === "cli";
  return { ...options, hasKeychainOption, dataDir: resolve(options.dataDir) };
}

/** An empty variable counts as unset. */
function nonEmpty(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}
