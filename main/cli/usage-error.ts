/** What a person typed wrongly: exit code 2. */
import { InvalidArgumentError } from "commander";
import { AppError } from "../failure.ts";

/** Thrown by a command for a combination of options that makes no sense. */
export function usageError(sentence: string): AppError {
  return new AppError("invalid-usage", sentence);
}

/** Thrown by the parser of one option or argument; commander adds which. */
export function badValue(sentence: string): InvalidArgumentError {
  return new InvalidArgumentError(sentence);
}
