/** Every field of an operation is checked here before anything is asked or sent. Throws `invalid-input` with `details.field`. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ExhaustionAction, QuotaKind, QuotaOperation } from "#contract/quota-schemas.ts";
import { invalidInput } from "../../api/inputs.ts";
import { AppError } from "../../failure.ts";

/** The operations that carry fields. */
export type FieldOperation = Exclude<QuotaOperation, { readonly op: "delete" | "undo" }>;

const rates: readonly number[] = [64_000, 128_000, 256_000, 384_000];
const farthest = Date.UTC(9999, 11, 31);
/** More than any quota: beyond it a number cannot be told from the next one in the third place. */
const mostVolume = 1e12;

/** Where several fields are wrong, all are told: `details.field` is the first, `details.fields` each with its own text. */
export function checkOperation(kind: QuotaKind, operation: QuotaOperation): void {
  const wrong = [...wrongIn(kind, operation)];
  const [first] = wrong;
  if (first === undefined) return;
  if (wrong.length === 1) throw invalidInput(first.field, first.text);
  const texts = wrong.map(({ text }) => text);
  const all = texts.reduce((before, next) => codedText("quota-invalid-fields", { first: before, next }));
  throw new AppError("invalid-input", all, { details: { field: first.field, fields: wrong } });
}

interface WrongField {
  readonly field: string;
  readonly text: CodedText;
}

function* wrongIn(kind: QuotaKind, operation: QuotaOperation): Generator<WrongField> {
  switch (operation.op) {
    case "delete":
      return;
    case "undo":
      yield { field: "op", text: codedText("quota-undo-only-by-change") };
      return;
    case "set":
    case "add": {
      const text = wrongVolume(kind, operation);
      if (text !== undefined) yield { field: "volume", text };
      break;
    }
    case "change":
      if (settingsOf(operation).every((value) => value === undefined)) {
        yield { field: "op", text: codedText("quota-no-setting") };
      }
      break;
  }
  yield* wrongSettings(kind, operation);
}

function settingsOf({ expiresAt, onExhaustion, autoRefill, thresholdPercent }: FieldOperation): readonly unknown[] {
  return [expiresAt, onExhaustion, autoRefill, thresholdPercent];
}

function wrongVolume(
  kind: QuotaKind,
  { op, volume }: Extract<FieldOperation, { readonly volume: number }>,
): CodedText | undefined {
  if (!Number.isFinite(volume)) return codedText("quota-volume-no-number");
  if (volume < 0) return codedText("quota-volume-negative");
  if (volume > mostVolume) return codedText("quota-volume-too-large");
  if (kind === "sms" && !Number.isInteger(volume)) return codedText("quota-sms-volume-fraction");
  if (op === "set") return undefined;
  if (volume === 0) return codedText("quota-add-zero");
  // Sums are kept to the sixth place: less would be sent as nothing at all.
  return volume < 0.000001 ? codedText("quota-add-too-small") : undefined;
}

function* wrongSettings(
  kind: QuotaKind,
  { expiresAt, onExhaustion, thresholdPercent }: FieldOperation,
): Generator<WrongField> {
  if (expiresAt !== undefined && !(expiresAt > 0 && expiresAt <= farthest)) {
    yield { field: "expiresAt", text: codedText("quota-expiry-range") };
  }
  if (thresholdPercent !== undefined && !(thresholdPercent >= 0 && thresholdPercent <= 100)) {
    yield { field: "thresholdPercent", text: codedText("quota-threshold-range") };
  }
  const action = onExhaustion === undefined ? undefined : wrongAction(kind, onExhaustion);
  if (action !== undefined) yield { field: "onExhaustion", text: action };
}

function wrongAction(kind: QuotaKind, action: ExhaustionAction): CodedText | undefined {
  if (kind === "sms") return codedText("quota-sms-no-action");
  return action.kind === "throttle" && !rates.includes(action.bitsPerSecond)
    ? codedText("quota-throttle-rate")
    : undefined;
}
