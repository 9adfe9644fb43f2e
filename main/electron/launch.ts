/** What a start of the program was told: by its arguments and by the environment. */
import { resolve } from "node:path";

/** The data directory named by `--data-dir`, else by FLEETDESK_DATA_DIR; undefined for the usual place. */
export function namedDataDir(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
): string | undefined {
  const at = args.findIndex((argument) => argument === "--data-dir" || argument.startsWith("--data-dir="));
  const argument = args[at]?.includes("=") === true ? args[at].slice("--data-dir=".length) : args[at + 1];
  const named = (at >= 0 ? argument : undefined) ?? variables["FLEETDESK_DATA_DIR"];
  return named === undefined || named === "" ? undefined : resolve(workingDirectory, named);
}
