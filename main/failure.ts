/** Failures inside main are thrown as `AppError`; at a border they become plain values. */
import type { Failure, Outcome } from "#contract/kit.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText, plainTextOf } from "#shared/texts/format-text.ts";

/** An error with a stable kebab-case code and a sentence for a person. Carries no secret. */
export class AppError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** What is recorded of it; see `textOf`. */
  readonly text: CodedText | undefined;

  constructor(
    code: string,
    message: string | CodedText,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown; text?: CodedText } = {},
  ) {
    super(
      typeof message === "string" ? message : formatText(message),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.text = options.text ?? (typeof message === "string" ? undefined : message);
  }
}

/** The failure a thrown value becomes at a border; an unknown error turns into one fixed sentence. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: { ...error.details } }),
    };
  }
  return { code: "internal", message: "Something went wrong inside Fleetdesk. The log has the details." };
}

/** What is recorded of an error: its code and parameters, never a sentence. */
export function textOf(error: unknown): CodedText {
  if (!(error instanceof AppError)) return codedText("internal");
  return error.text ?? plainTextOf(error.code) ?? codedText("other-failure", { failure: error.code });
}

/** The value of an outcome; throws its failure as an `AppError`. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, message, details } = outcome.failure;
  throw new AppError(code, message, details === undefined ? {} : { details });
}

export function isAppError(error: unknown, code?: string): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Marks a case the compiler has proved impossible. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
