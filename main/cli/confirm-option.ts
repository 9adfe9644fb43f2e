/** `--confirm COUNT`: the exact number that a user confirms. */
import { isAppError } from "#shared/failure.ts";
import { type Value, whole } from "./define-command.ts";
import { type Description, t } from "./text.ts";
import { cliError } from "./option-values.ts";

export function confirmOption(description: Description): Value<number | undefined> {
  return whole("<count>", description, [t(($) => $.cli.program.confirmValue), 0, 100_000_000]);
}

const optionOf: Readonly<Record<string, (count: unknown) => string>> = {
  confirm: (count) => `--confirm ${String(count)}`,
  mayGetTwice: (count) => `--confirm ${String(count)}`,
  confirmZero: () => "--confirm-zero",
  confirmPast: () => "--confirm-past",
  evenIfSuppressed: () => "--allow-suppressed",
};

const optionOfCode: Readonly<Partial<Record<string, string>>> = {
  "not-encrypted": "--insecure",
  "file-exists": "--overwrite",
};

/** Adds the name of the option to `confirmation-needed`, `not-encrypted` and `file-exists`: the core does not know command-line options. */
export async function withConfirmOption<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, details = {} } = error;
    const option =
      code === "confirmation-needed" ? optionOf[String(details["field"])]?.(details["count"]) : optionOfCode[code];
    if (option === undefined) throw error;
    throw cliError(
      code,
      t(($) => $.cli.program.addOption, { message, option }),
      { details, cause: error },
    );
  }
}
