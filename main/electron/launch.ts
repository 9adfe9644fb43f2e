/** What a start of the program was told: by its arguments and by the environment. */
import { resolve } from "node:path";
import type { Keychain } from "../hosts.ts";
import { deepLinkScheme } from "./deep-link.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The data directory named by `--data-dir`, else by FLEETDESK_DATA_DIR; undefined for the usual place. Arguments after a link are
 * ignored: whoever wrote the link may have written them too.
 */
export function namedDataDir(
  args: readonly string[],
  variables: Variables,
  workingDirectory: string,
): string | undefined {
  const link = args.findIndex((argument) => argument.toLowerCase().startsWith(`${deepLinkScheme}:`));
  const own = link < 0 ? args : args.slice(0, link);
  const at = own.findIndex((argument) => argument === "--data-dir" || argument.startsWith("--data-dir="));
  const argument = own[at]?.includes("=") === true ? own[at].slice("--data-dir=".length) : own[at + 1];
  const named = (at >= 0 ? argument : undefined) ?? variables["FLEETDESK_DATA_DIR"];
  return named === undefined || named === "" ? undefined : resolve(workingDirectory, named);
}

const protections: readonly Keychain["protection"][] = ["system", "file", "memory"];

/** FLEETDESK_KEYCHAIN: what protects the tokens, so that nobody is asked; undefined leaves it to the person. */
export function decidedKeychain(variables: Variables): Keychain["protection"] | undefined {
  return protections.find((protection) => protection === variables["FLEETDESK_KEYCHAIN"]);
}
