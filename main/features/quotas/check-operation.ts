/** Validates every field of an operation before any request. Throws `invalid-input` with `details.field`. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ExhaustionAction, QuotaKind, QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import { AppError } from "#shared/failure.ts";

/** The operations that carry fields. */
export type FieldOperation = Exclude<QuotaOperation, { readonly op: "delete" | "undo" }>;

const rates: readonly number[] = [64_000, 128_000, 256_000, 384_000];
const maxExpiry = Date.UTC(9999, 11, 31);
/** More than any real quota; larger doubles lose the third decimal place. */
const maxVolume = 1e12;

/**
 * Where several fields are invalid, reports all of them: `details.field` is the first, `details.fields` each with its
 * own text.
 */
export function checkOperation(kind: QuotaKind, operation: QuotaOperation): void {
  const errors = [...errorsIn(kind, operation)];
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw invalidInput(first.field, first.text);
  const texts = errors.map(({ text }) => text);
  const all = texts.reduce((before, next) => codedText("quota-invalid-fields", { first: before, next }));
  throw new AppError("invalid-input", all, { details: { field: first.field, fields: errors } });
}

interface FieldError {
  readonly field: string;
  readonly text: CodedText;
}

function* errorsIn(kind: QuotaKind, operation: QuotaOperation): Generator<FieldError> {
  switch (operation.op) {
    case "delete":
      return;
    case "undo":
      yield { field: "op", text: codedText("quota-undo-only-by-change") };
      return;
    case "set":
    case "add": {
      const text = volumeError(kind, operation);
      if (text !== undefined) yield { field: "volume", text };
      break;
    }
    case "change":
      if (settingsOf(operation).every((value) => value === undefined)) {
        yield { field: "op", text: codedText("quota-no-setting") };
      }
      break;
  }
  yield* settingErrors(kind, operation);
}

function settingsOf({ expiresAt, onExhaustion, autoRefill, thresholdPercent }: FieldOperation): readonly unknown[] {
  return [expiresAt, onExhaustion, autoRefill, thresholdPercent];
}

function volumeError(
  kind: QuotaKind,
  { op, volume }: Extract<FieldOperation, { readonly volume: number }>,
): CodedText | undefined {
  if (!Number.isFinite(volume)) return codedText("quota-volume-no-number");
  if (volume < 0) return codedText("quota-volume-negative");
  if (volume > maxVolume) return codedText("quota-volume-too-large");
  if (kind === "sms" && !Number.isInteger(volume)) return codedText("quota-sms-volume-fraction");
  if (op === "set") return undefined;
  if (volume === 0) return codedText("quota-add-zero");
  // Sums are rounded to six decimal places: a smaller volume would be sent as 0.
  return volume < 0.000001 ? codedText("quota-add-too-small") : undefined;
}

function* settingErrors(
  kind: QuotaKind,
  { expiresAt, onExhaustion, thresholdPercent }: FieldOperation,
): Generator<FieldError> {
  if (expiresAt !== undefined && !(expiresAt > 0 && expiresAt <= maxExpiry)) {
    yield { field: "expiresAt", text: codedText("quota-expiry-range") };
  }
  if (thresholdPercent !== undefined && !(thresholdPercent >= 0 && thresholdPercent <= 100)) {
    yield { field: "thresholdPercent", text: codedText("quota-threshold-range") };
  }
  const action = onExhaustion === undefined ? undefined : actionError(kind, onExhaustion);
  if (action !== undefined) yield { field: "onExhaustion", text: action };
}

function actionError(kind: QuotaKind, action: ExhaustionAction): CodedText | undefined {
  if (kind === "sms") return codedText("quota-sms-no-action");
  return action.kind === "throttle" && !rates.includes(action.bitsPerSecond)
    ? codedText("quota-throttle-rate")
    : undefined;
}
