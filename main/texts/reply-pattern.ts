/**
 * The answer a command expects, as an RE2 pattern: searched anywhere in the answer, letter case ignored.
 *
 * Time is linear in the length of the answer: what a device sends never stalls the program, whatever the pattern.
 */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import { AppError } from "../failure.ts";

/** A pattern that was read. */
export interface ReplyPattern {
  test(text: string): boolean;
}

/** Reads a pattern; fails `pattern-invalid` with the place (`details.position`, in characters of the pattern). */
export function compilePattern(pattern: string): ReplyPattern {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw invalid(pattern, error);
  }
}

/** Whether an answer holds what a pattern asks for. */
export function matchesPattern(pattern: ReplyPattern, answer: string): boolean {
  return pattern.test(answer);
}

function invalid(pattern: string, error: RE2JSException): AppError {
  const why = error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
  const part = error instanceof RE2JSSyntaxException ? error.getPattern() : null;
  const found = part === null ? -1 : pattern.indexOf(part);
  // Whatever is missing is missed at the end.
  const position = found >= 0 && part !== pattern ? found : pattern.length;
  return new AppError("pattern-invalid", `The pattern cannot be read: ${why}, at character ${position + 1}.`, {
    details: { position },
  });
}
