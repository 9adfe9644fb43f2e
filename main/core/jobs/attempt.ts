import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { isAppError, textOf } from "#shared/failure.ts";
import type { OutcomeRecord } from "./ledger.ts";
import type { NotSent } from "./outage.ts";

/** Result of one attempt. `not-sent`: certainly not accepted. */
export type Attempt =
  | { readonly outcome: "accepted"; readonly reference: string | undefined }
  | { readonly outcome: "refused"; readonly code: string; readonly message: CodedText; readonly forbidden: boolean }
  | { readonly outcome: "unknown"; readonly code: string; readonly message: CodedText; readonly cut?: boolean }
  | ({ readonly outcome: "not-sent" } & NotSent);

export function outcomeRecordOf(row: number, attempt: Exclude<Attempt, { outcome: "not-sent" }>): OutcomeRecord {
  if (attempt.outcome === "accepted") return { row, outcome: "accepted", reference: attempt.reference };
  return { row, outcome: attempt.outcome, code: attempt.code, message: attempt.message };
}

/** An attempt that fails unexpectedly may have been accepted. */
export function unexpectedEnd(error: unknown): Attempt {
  if (isAppError(error)) return { outcome: "unknown", code: error.code, message: textOf(error) };
  return { outcome: "unknown", code: "internal", message: codedText("unexpected-error", { error: String(error) }) };
}

const cutCodes: ReadonlySet<string> = new Set(["connection-lost", "client-closed", "aborted"]);

/** Whether the connection closed before the answer. */
export function wasCut(code: string): boolean {
  return cutCodes.has(code);
}
