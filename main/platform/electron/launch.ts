/** The options of a start: from its arguments and the environment. */
import { resolve } from "node:path";
import type { Keychain } from "../../core/hosts.ts";
import { isDeepLink } from "./deep-link.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The data directory named by `--data-dir`, else by FLEETDESK_DATA_DIR; undefined for the default. Arguments after a link are
 * ignored: they may come from the author of the link.
 */
export function namedDataDir(
  args: readonly string[],
  variables: Variables,
  workingDirectory: string,
): string | undefined {
  const link = args.findIndex(isDeepLink);
  const own = link < 0 ? args : args.slice(0, link);
  const at = own.findIndex((argument) => argument === "--data-dir" || argument.startsWith("--data-dir="));
  const argument = own[at]?.includes("=") === true ? own[at].slice("--data-dir=".length) : own[at + 1];
  const named = (at >= 0 ? argument : undefined) ?? variables["FLEETDESK_DATA_DIR"];
  return named === undefined || named === "" ? undefined : resolve(workingDirectory, named);
}

const protections: readonly Keychain["protection"][] = ["system", "file", "memory"];

/** FLEETDESK_KEYCHAIN: the protection of the tokens, without a dialog; undefined leaves the choice to the operator. */
export function decidedKeychain(variables: Variables): Keychain["protection"] | undefined {
  return protections.find((protection) => protection === variables["FLEETDESK_KEYCHAIN"]);
}
