/** Every field of an operation is checked here before anything is asked or sent. Throws `invalid-input` with `details.field`. */
import type { ChosenExhaustion, QuotaKind, QuotaOperation } from "#contract/quota-words.ts";
import { invalidInput } from "../../api/inputs.ts";
import { AppError } from "../../failure.ts";

/** The operations that carry fields. */
export type Given = Exclude<QuotaOperation, { readonly op: "delete" | "undo" }>;

const rates: readonly number[] = [64_000, 128_000, 256_000, 384_000];
const farthest = Date.UTC(9999, 11, 31);
/** More than any quota: beyond it a number cannot be told from the next one in the third place. */
const mostVolume = 1e12;

/** Where several fields are wrong, all are told: `details.field` is the first, `details.fields` each with its own sentence. */
export function checkOperation(kind: QuotaKind, operation: QuotaOperation): void {
  const wrong = [...wrongIn(kind, operation)];
  const [first] = wrong;
  if (first === undefined) return;
  if (wrong.length === 1) throw invalidInput(first.field, first.message);
  const sentences = wrong.map(({ message }) => message).join(" ");
  throw new AppError("invalid-input", sentences, { details: { field: first.field, fields: wrong } });
}

interface WrongField {
  readonly field: string;
  readonly message: string;
}

function* wrongIn(kind: QuotaKind, operation: QuotaOperation): Generator<WrongField> {
  switch (operation.op) {
    case "delete":
      return;
    case "undo":
      yield { field: "op", message: "A change is taken back with undo, which knows what there was before." };
      return;
    case "set":
    case "add": {
      const message = wrongVolume(kind, operation);
      if (message !== undefined) yield { field: "volume", message };
      break;
    }
    case "change":
      if (settingsOf(operation).every((value) => value === undefined)) {
        yield { field: "op", message: "Nothing is named that should change." };
      }
      break;
  }
  yield* wrongSettings(kind, operation);
}

function settingsOf({ expiresAt, onExhaustion, autoRefill, thresholdPercent }: Given): readonly unknown[] {
  return [expiresAt, onExhaustion, autoRefill, thresholdPercent];
}

function wrongVolume(kind: QuotaKind, { op, volume }: Extract<Given, { readonly volume: number }>): string | undefined {
  if (!Number.isFinite(volume)) return "The volume must be a number.";
  if (volume < 0) return "The volume must not be negative.";
  if (volume > mostVolume) return "The volume is larger than any quota can be.";
  if (kind === "sms" && !Number.isInteger(volume)) return "An SMS quota is a whole number of messages.";
  if (op === "set") return undefined;
  if (volume === 0) return "The volume to add must be more than zero.";
  // Sums are kept to the sixth place: less would be sent as nothing at all.
  return volume < 0.000001 ? "The volume to add must be 0.000001 or more." : undefined;
}

function* wrongSettings(kind: QuotaKind, { expiresAt, onExhaustion, thresholdPercent }: Given): Generator<WrongField> {
  if (expiresAt !== undefined && !(expiresAt > 0 && expiresAt <= farthest)) {
    yield { field: "expiresAt", message: "The expiry must be a moment before the year 10000." };
  }
  if (thresholdPercent !== undefined && !(thresholdPercent >= 0 && thresholdPercent <= 100)) {
    yield { field: "thresholdPercent", message: "The threshold must lie between 0 and 100 per cent." };
  }
  const action = onExhaustion === undefined ? undefined : wrongAction(kind, onExhaustion);
  if (action !== undefined) yield { field: "onExhaustion", message: action };
}

function wrongAction(kind: QuotaKind, action: ChosenExhaustion): string | undefined {
  if (kind === "sms") return "An SMS quota has no action; messages are blocked without one.";
  return action.kind === "throttle" && !rates.includes(action.bitsPerSecond)
    ? "The throttled rate must be 64000, 128000, 256000 or 384000 bits per second."
    : undefined;
}
