/** Every field of an operation is checked here before anything is asked or sent. Throws `invalid-input` with `details.field`. */
import type { ChosenExhaustion, QuotaKind, QuotaOperation } from "#contract/quota-words.ts";
import { invalidInput } from "../../api/inputs.ts";

/** The operations that carry fields. */
export type Given = Exclude<QuotaOperation, { readonly op: "delete" | "undo" }>;

const rates: readonly number[] = [64_000, 128_000, 256_000, 384_000];
const farthest = Date.UTC(9999, 11, 31);
/** More than any quota: beyond it a number cannot be told from the next one in the third place. */
const mostVolume = 1e12;

export function checkOperation(kind: QuotaKind, operation: QuotaOperation): void {
  switch (operation.op) {
    case "delete":
      return;
    case "undo":
      throw invalidInput("op", "A change is taken back with undo, which knows what there was before.");
    case "set":
      checkVolume(kind, operation.volume);
      break;
    case "add":
      checkVolume(kind, operation.volume);
      if (operation.volume === 0) throw invalidInput("volume", "The volume to add must be more than zero.");
      // Sums are kept to the sixth place: less would be sent as nothing at all.
      if (operation.volume < 0.000001) throw invalidInput("volume", "The volume to add must be 0.000001 or more.");
      break;
    case "change":
      if (settingsOf(operation).every((value) => value === undefined)) {
        throw invalidInput("op", "Nothing is named that should change.");
      }
      break;
  }
  checkSettings(kind, operation);
}

function settingsOf({ expiresAt, onExhaustion, autoRefill, thresholdPercent }: Given): readonly unknown[] {
  return [expiresAt, onExhaustion, autoRefill, thresholdPercent];
}

function checkVolume(kind: QuotaKind, volume: number): void {
  if (!Number.isFinite(volume)) throw invalidInput("volume", "The volume must be a number.");
  if (volume < 0) throw invalidInput("volume", "The volume must not be negative.");
  if (volume > mostVolume) throw invalidInput("volume", "The volume is larger than any quota can be.");
  if (kind === "sms" && !Number.isInteger(volume)) {
    throw invalidInput("volume", "An SMS quota is a whole number of messages.");
  }
}

function checkSettings(kind: QuotaKind, { expiresAt, onExhaustion, thresholdPercent }: Given): void {
  if (expiresAt !== undefined && !(expiresAt > 0 && expiresAt <= farthest)) {
    throw invalidInput("expiresAt", "The expiry must be a moment before the year 10000.");
  }
  if (thresholdPercent !== undefined && !(thresholdPercent >= 0 && thresholdPercent <= 100)) {
    throw invalidInput("thresholdPercent", "The threshold must lie between 0 and 100 per cent.");
  }
  if (onExhaustion !== undefined) checkAction(kind, onExhaustion);
}

function checkAction(kind: QuotaKind, action: ChosenExhaustion): void {
  if (kind === "sms")
    throw invalidInput("onExhaustion", "An SMS quota has no action; messages are blocked without one.");
  if (action.kind === "throttle" && !rates.includes(action.bitsPerSecond)) {
    throw invalidInput("onExhaustion", "The throttled rate must be 64000, 128000, 256000 or 384000 bits per second.");
  }
}
