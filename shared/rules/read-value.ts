/** Possible kinds of one input value, or why it has none. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "../contract/campaigns/campaign-schemas.ts";
import type { Verdict } from "../contract/fleet/doctor.ts";
import { checkDigitWrong, endsRounded, luhnHolds, readIdentifier } from "./identifier.ts";

export interface Meaning {
  readonly kind: IdentifierKind;
  readonly value: string;
}

export type ReadValue =
  /** In order of likelihood; at least one. */
  | { readonly meanings: readonly Meaning[] }
  | { readonly verdict: Extract<Verdict, "damaged" | "unreadable">; readonly detail: CodedText };

const longestName = 256;

/** With `kind` the value is of that kind or of none; without, its format decides. */
export function readValue(raw: string, kind: IdentifierKind | undefined): ReadValue {
  return kind === undefined ? byShape(raw) : asKind(raw, kind);
}

function asKind(raw: string, kind: IdentifierKind): ReadValue {
  const read = readIdentifier(kind, raw);
  switch (read.kind) {
    case "value":
      return { meanings: [{ kind, value: read.value }] };
    case "damaged":
      return damaged(raw);
    case "foreign":
      return { verdict: "unreadable", detail: read.detail };
    case "empty":
      return { verdict: "unreadable", detail: codedText("cell-empty") };
  }
}

function byShape(raw: string): ReadValue {
  const number = readIdentifier("iccid", raw);
  if (number.kind === "empty") return { verdict: "unreadable", detail: codedText("cell-empty") };
  if (number.kind === "damaged") return damaged(raw);
  const meanings: Meaning[] = [];
  const add = (kind: IdentifierKind, fits: (digits: string) => boolean): void => {
    const read = readIdentifier(kind, raw);
    if (read.kind === "value" && fits(read.value)) meanings.push({ kind, value: read.value });
  };
  const international = /^['\u2019]?\s*(?:\+|00)/.test(raw.trim());
  add("iccid", (digits) => /^89\d{16,18}$/.test(digits));
  if (!international) {
    add("imei", (digits) => digits.length !== 15 || luhnHolds(digits));
    add("imsi", (digits) => digits.length === 15);
  }
  add("msisdn", (digits) => digits.length >= 7 || international);
  if (!international) add("id", (digits) => digits.length <= 12);
  if (meanings.length > 0) return { meanings };
  return asName(raw);
}

/** A value that is not a number is a name, if an endpoint could have it. */
function asName(raw: string): ReadValue {
  const text = raw.trim();
  if (/^[\d\s.,()/+'"-]+$/.test(text)) {
    return { verdict: "unreadable", detail: codedText("no-identifier-length", { value: shortened(text) }) };
  }
  if (text.length > longestName) {
    return { verdict: "unreadable", detail: codedText("longer-than-identifiers", { value: shortened(text) }) };
  }
  return { meanings: [{ kind: "name", value: text }] };
}

function damaged(raw: string): ReadValue {
  return { verdict: "damaged", detail: codedText("rounded-by-spreadsheet", { value: shortened(raw.trim()) }) };
}

/** Why a value without a match is invalid; undefined when it is well formed. */
export function faultOf(
  meanings: readonly Meaning[],
):
  | { readonly verdict: "bad-check-digit" | "damaged"; readonly kind: IdentifierKind; readonly detail: CodedText }
  | undefined {
  const rounded = meanings.find(({ value }) => endsRounded(value));
  if (rounded !== undefined) {
    const detail = codedText("identifier-ends-rounded");
    return { verdict: "damaged", kind: rounded.kind, detail };
  }
  const wrong = meanings.find(({ kind, value }) => checkDigitWrong(kind, value));
  if (wrong !== undefined) {
    const detail = codedText("identifier-check-digit", { kind: wrong.kind.toUpperCase() });
    return { verdict: "bad-check-digit", kind: wrong.kind, detail };
  }
  // IMEIs begin with the number of their registrar, with which no network's IMSI begins: such a value is a mistyped IMEI.
  const slipped = meanings.find(
    ({ kind, value }) => kind === "imsi" && /^(?:35|86)\d{13}$/.test(value) && !luhnHolds(value),
  );
  if (slipped === undefined) return undefined;
  const detail = codedText("imei-check-digit");
  return { verdict: "bad-check-digit", kind: "imei", detail };
}

/** Whether a list's long numbers were rounded as a whole; a single number that ends in zeros may be correct. */
export function isRoundedList(values: readonly ReadValue[]): boolean {
  let long = 0;
  let rounded = 0;
  for (const read of values) {
    const value = "meanings" in read ? read.meanings.find((one) => one.value.length >= 19)?.value : undefined;
    if (value === undefined) continue;
    long += 1;
    if (endsRounded(value)) rounded += 1;
  }
  return rounded >= 2 && rounded * 2 >= long;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
