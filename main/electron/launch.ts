/** What a start of the program was told: by its arguments and by the environment. */
import { resolve } from "node:path";
import type { Keychain } from "../hosts.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The data directory named by `--data-dir`, else by FLEETDESK_DATA_DIR; undefined for the usual place. */
export function namedDataDir(
  args: readonly string[],
  variables: Variables,
  workingDirectory: string,
): string | undefined {
  const at = args.findIndex((argument) => argument === "--data-dir" || argument.startsWith("--data-dir="));
  const argument = args[at]?.includes("=") === true ? args[at].slice("--data-dir=".length) : args[at + 1];
  const named = (at >= 0 ? argument : undefined) ?? variables["FLEETDESK_DATA_DIR"];
  return named === undefined || named === "" ? undefined : resolve(workingDirectory, named);
}

const protections: readonly Keychain["protection"][] = ["system", "file", "memory"];

/** FLEETDESK_KEYCHAIN: what protects the tokens, so that nobody is asked; undefined leaves it to the person. */
export function decidedKeychain(variables: Variables): Keychain["protection"] | undefined {
  return protections.find((protection) => protection === variables["FLEETDESK_KEYCHAIN"]);
}
