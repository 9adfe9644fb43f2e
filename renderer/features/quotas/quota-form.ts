/** Form state of a quota change, stored as entered, and the operation it represents. Pure. */
import { t } from "#shared/texts/text.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import { parseMoment } from "../../lib/parse-moment.ts";
import { parseNumber } from "../../lib/parse-number.ts";

export type FormOp = "set" | "add" | "change" | "delete";

/** All fields as text. An empty optional field leaves the endpoint's value unchanged. */
export interface QuotaForm {
  readonly op: FormOp;
  readonly volume: string;
  readonly whereNone: "skip" | "set";
  readonly expiresAt: string;
  /** "block", or a rate in bits per second; empty: unchanged. */
  readonly onExhaustion: string;
  readonly autoRefill: "" | "yes" | "no";
  readonly thresholdPercent: string;
}

export const emptyForm: QuotaForm = {
  op: "set",
  volume: "",
  whereNone: "skip",
  expiresAt: "",
  onExhaustion: "",
  autoRefill: "",
  thresholdPercent: "",
};

/** Supported rates in bits per second. */
export const throttleRates: readonly number[] = [64_000, 128_000, 256_000, 384_000];

/** Fields that can show an error, named as in main's failures. */
export const formFields: readonly string[] = [
  "op",
  "volume",
  "expiresAt",
  "onExhaustion",
  "autoRefill",
  "thresholdPercent",
];

export type Problems = Readonly<Record<string, string>>;

export type ReadForm =
  | { readonly ok: true; readonly operation: QuotaOperation }
  | { readonly ok: false; readonly problems: Problems };

/** Parses the form. Only unreadable numbers and times are reported here; main validates the rest. */
export function readForm(kind: QuotaKind, form: QuotaForm): ReadForm {
  if (form.op === "delete") return { ok: true, operation: { op: "delete" } };
  const problems: Record<string, string> = {};
  const read = <T>(
    field: "volume" | "expiresAt" | "thresholdPercent",
    as: (text: string) => T | undefined,
    unreadable: (text: string) => string,
  ): T | undefined => {
    const text = form[field].trim();
    const value = text === "" ? undefined : as(text);
    if (text !== "" && value === undefined) problems[field] = unreadable(shortened(text));
    // The contract's schema rejects non-finite numbers before main could validate them per field.
    if (typeof value === "number" && !Number.isFinite(value)) {
      problems[field] =
        field === "volume" ? t(($) => $.quotas.form.volumeTooLarge) : t(($) => $.quotas.form.numberTooLarge);
    }
    return value;
  };
  const volume = form.op === "change" ? undefined : read("volume", parseNumber, notNumber);
  if (form.op !== "change" && form.volume.trim() === "") {
    problems["volume"] =
      form.op === "add" ? t(($) => $.quotas.form.volumeToAdd) : t(($) => $.quotas.form.volumeRemaining);
  }
  const expiresAt = read("expiresAt", parseMoment, (text) => t(($) => $.quotas.form.notTime, { text }));
  const thresholdPercent = read("thresholdPercent", parseNumber, notNumber);
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const settings = {
    expiresAt,
    thresholdPercent,
    autoRefill: form.autoRefill === "" ? undefined : form.autoRefill === "yes",
    onExhaustion: kind === "sms" || form.onExhaustion === "" ? undefined : actionOf(form.onExhaustion),
  };
  if (form.op === "change" || volume === undefined) return { ok: true, operation: { op: "change", ...settings } };
  return form.op === "set"
    ? { ok: true, operation: { op: "set", volume, ...settings } }
    : { ok: true, operation: { op: "add", volume, whereNone: form.whereNone, ...settings } };
}

function notNumber(text: string): string {
  return t(($) => $.quotas.form.notNumber, { text });
}

/** Shortens a quoted input, so that it stays shorter than the message around it. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function actionOf(
  text: string,
): { readonly kind: "block" } | { readonly kind: "throttle"; readonly bitsPerSecond: number } {
  return text === "block" ? { kind: "block" } : { kind: "throttle", bitsPerSecond: Number(text) };
}

/** Whether the form has no input that could be lost. */
export function isUntouched(form: QuotaForm): boolean {
  const { op: _op, ...rest } = form;
  const { op: _empty, ...nothing } = emptyForm;
  return JSON.stringify(rest) === JSON.stringify(nothing);
}

/** Operations that the state allows: without a quota, there is nothing to change or delete. */
export function possibleOps(quotaState: QuotaState | undefined): readonly FormOp[] {
  return quotaState?.state === "none" ? ["set"] : ["set", "add", "change", "delete"];
}

/** Name of the draft of the next bulk change. */
export const manyDraftName = "many";

/** Parses a stored form; invalid data yields an empty form. */
export function parseForm(text: string): QuotaForm {
  const stored = tryParseJson(text);
  if (typeof stored !== "object" || stored === null) return emptyForm;
  const entries = Object.entries(stored).filter(
    ([field, value]) => Object.hasOwn(emptyForm, field) && typeof value === "string",
  );
  return { ...emptyForm, ...(Object.fromEntries(entries) as Partial<QuotaForm>) };
}
