/** Failures inside main are thrown as `AppError`; at an interface they become plain values. */
import type { Failure, Outcome } from "./contract/kit.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";

/** An error with a stable kebab-case code and a text. Contains no secret. */
export class AppError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The form that is recorded, and transferred across an interface. */
  readonly text: CodedText;

  constructor(
    code: string,
    text: CodedText,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown; text?: CodedText } = {},
  ) {
    super(formatText(text), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.text = options.text ?? text;
  }
}

/** The failure for a thrown value; an unknown error becomes `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return {
      code: error.code,
      text: error.text,
      details: error.details === undefined ? undefined : { ...error.details },
    };
  }
  return { code: "internal", text: codedText("internal") };
}

/** The recorded form of an error: its code and parameters, never a sentence. */
export function textOf(error: unknown): CodedText {
  return error instanceof AppError ? error.text : codedText("internal");
}

/** The value of an outcome; throws its failure as an `AppError`. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw fromFailure(outcome.failure);
}

/** The `AppError` for a failure that was transferred across an interface. */
export function fromFailure({ code, text, details }: Failure): AppError {
  return new AppError(code, text, details === undefined ? {} : { details });
}

export function isAppError(error: unknown, code?: string): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Marks a case that the compiler has proved impossible. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
