/** Errors of invalid usage: exit code 2. */
import { InvalidArgumentError } from "commander";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** For an invalid combination of options. */
export function usageError(sentence: string): AppError {
  return cliError("invalid-usage", sentence);
}

/** A failure of the command line itself, with a text of its own catalogue. */
export function cliError(
  code: string,
  message: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): AppError {
  return new AppError(code, codedText("command-line", { message }), options);
}

/** For the parser of one option or argument; commander adds its name. */
export function badValue(sentence: string): InvalidArgumentError {
  return new InvalidArgumentError(sentence);
}
