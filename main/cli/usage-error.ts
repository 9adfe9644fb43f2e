/** What a person typed wrongly: exit code 2. */
import { InvalidArgumentError } from "commander";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../failure.ts";

/** Thrown by a command for a combination of options that makes no sense. */
export function usageError(sentence: string): AppError {
  return cliError("invalid-usage", sentence);
}

/** A failure of the command line itself; its words come from the catalogue of the command line. */
export function cliError(
  code: string,
  message: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): AppError {
  return new AppError(code, codedText("command-line", { message }), options);
}

/** Thrown by the parser of one option or argument; commander adds which. */
export function badValue(sentence: string): InvalidArgumentError {
  return new InvalidArgumentError(sentence);
}
