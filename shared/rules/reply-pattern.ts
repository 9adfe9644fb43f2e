/**
 * The reply that a command expects, as an RE2 pattern: matched anywhere in the reply, ignoring case.
 *
 * Time is linear in the length of the reply times the size of the pattern, and the size is limited before the pattern is compiled:
 * neither a device's reply nor a file of templates can stall the program.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import { AppError } from "../failure.ts";

/** A compiled pattern. */
export interface ReplyPattern {
  test(text: string): boolean;
}

/** Maximum size of the compiled program: milliseconds to compile, and to search a long reply. */
const mostSteps = 2000;

/** Parses a pattern; throws `pattern-invalid` with the position (`details.position`, in characters of the pattern). */
export function compilePattern(pattern: string): ReplyPattern {
  rejectLarge(pattern);
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw invalid(pattern, error);
  }
}

/** Literal text, a class, an escape, the beginning of a group, a repetition or a single character. */
const tokens =
  /\\Q[\s\S]*?(?:\\E|$)|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\\(?:[pPx]\{[^}]*\}|[pP][A-Z]|[\s\S])|\((?:\?(?:P?<\w+>|[\w-]*:?))?|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu;

/** A repetition is compiled as copies of its operand, and nested repetitions multiply. */
function rejectLarge(pattern: string): void {
  /** Steps so far of each open group, the whole pattern first. */
  const groups = [0];
  let last = 0;
  for (const { 0: token, 1: least, 2: most, index } of pattern.matchAll(tokens)) {
    const group = groups.length - 1;
    if (least !== undefined) {
      const copies = Math.max(1, Number(least), Number(most ?? 0));
      groups[group] = (groups[group] ?? 0) + last * (copies - 1);
      last *= copies;
    } else if (token.startsWith("(")) {
      groups.push(0);
    } else {
      const steps = token.startsWith(String.raw`\Q`) ? token.length : 1;
      last = token === ")" && group > 0 ? (groups.pop() ?? 0) : steps;
      groups[groups.length - 1] = (groups.at(-1) ?? 0) + last;
    }
    if ((groups.at(-1) ?? 0) > mostSteps) {
      throw new AppError("pattern-invalid", codedText("pattern-too-large", { limit: mostSteps, position: index + 1 }), {
        details: { position: index },
      });
    }
  }
}

function invalid(pattern: string, error: RE2JSException): AppError {
  const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
  const part = error instanceof RE2JSSyntaxException ? error.getPattern() : null;
  const offset = part === null ? -1 : pattern.indexOf(part);
  // A missing part is reported at the end.
  const position = offset >= 0 && part !== pattern ? offset : pattern.length;
  return new AppError("pattern-invalid", codedText("pattern-unreadable", { reason: reason, position: position + 1 }), {
    details: { position },
  });
}
