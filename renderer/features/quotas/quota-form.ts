/** The form of a change: what is typed, kept as typed, and the operation it means. Pure. */
import { t } from "#shared/texts/text.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#contract/quota-schemas.ts";
import { parseMoment } from "../../lib/parse-moment.ts";
import { parseNumber } from "../../lib/parse-number.ts";

export type FormOp = "set" | "add" | "change" | "delete";

/** Every field as text. An empty one beside the volume stays as the endpoint has it. */
export interface QuotaForm {
  readonly op: FormOp;
  readonly volume: string;
  readonly whereNone: "skip" | "set";
  readonly expiresAt: string;
  /** "block", or a rate in bits per second; empty: stays. */
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

/** Rates that can be sent, in bits per second. */
export const throttleRates: readonly number[] = [64_000, 128_000, 256_000, 384_000];

/** Fields that a form can say a sentence at; the core names them so. */
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

/** What cannot be read as a number or a moment is said here; all else is the core's to judge. */
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
    // It would not even reach who judges numbers.
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
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(thresholdPercent === undefined ? {} : { thresholdPercent }),
    ...(form.autoRefill === "" ? {} : { autoRefill: form.autoRefill === "yes" }),
    ...(kind === "sms" || form.onExhaustion === "" ? {} : { onExhaustion: actionOf(form.onExhaustion) }),
  };
  if (form.op === "change" || volume === undefined) return { ok: true, operation: { op: "change", ...settings } };
  return form.op === "set"
    ? { ok: true, operation: { op: "set", volume, ...settings } }
    : { ok: true, operation: { op: "add", volume, whereNone: form.whereNone, ...settings } };
}

function notNumber(text: string): string {
  return t(($) => $.quotas.form.notNumber, { text });
}

/** What is quoted in a sentence stays shorter than the sentence. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function actionOf(
  text: string,
): { readonly kind: "block" } | { readonly kind: "throttle"; readonly bitsPerSecond: number } {
  return text === "block" ? { kind: "block" } : { kind: "throttle", bitsPerSecond: Number(text) };
}

/** Nothing is typed that could be lost. */
export function isUntouched(form: QuotaForm): boolean {
  const { op: _op, ...rest } = form;
  const { op: _empty, ...nothing } = emptyForm;
  return JSON.stringify(rest) === JSON.stringify(nothing);
}

/** What can be done to a quota that stands so: to none nothing can be changed or deleted. */
export function possibleOps(quotaState: QuotaState | undefined): readonly FormOp[] {
  return quotaState?.state === "none" ? ["set"] : ["set", "add", "change", "delete"];
}

/** As it is kept beyond the window's life. */
export function writeForm(form: QuotaForm): string {
  return isUntouched(form) && form.op === "set" ? "" : JSON.stringify(form);
}

/** What was kept; anything that is no form is an empty one. */
export function parseForm(text: string): QuotaForm {
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return emptyForm;
    const entries = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(emptyForm, field) && typeof value === "string",
    );
    return { ...emptyForm, ...(Object.fromEntries(entries) as Partial<QuotaForm>) };
  } catch {
    return emptyForm;
  }
}
