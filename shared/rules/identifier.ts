/** Parses identifiers of endpoints and SIMs as written by people and spreadsheets. */
import { codedText, type CodedText, type TextCode } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "../contract/campaigns/campaign-schemas.ts";

export type Identifier =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "empty" }
  /** Rounded by a spreadsheet; the original number cannot be recovered. */
  | { readonly kind: "damaged"; readonly detail: CodedText }
  /** Not a value of this kind, so no endpoint can match. */
  | { readonly kind: "foreign"; readonly detail: CodedText };

const scientific = /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i;
/** Separators between groups of digits in long numbers. An id has none: "1-2" must not become 12. */
const grouping = /[\s()/\p{Dash_Punctuation}\u2212]/gu;
/**
 * Without a plus, a point is a decimal point or belongs to an IP address; so it may with one, unless it follows a country code. A single
 * digit or zeros may be decimals.
 */
const groupedByPoints = /^\+\d{1,3}(?:\.(?!0+(?:\.|$))\d{2,})+$/;
/** The decimals that a spreadsheet adds to a number. */
const zeroDecimals = /^(\+?\d+)[.,]00?$/;
/** Characters without a width, such as the direction marks around a number that was copied from a list of contacts. */
const invisible = /\p{Format}/gu;
/** Characters with which spreadsheets and people mark a number as text. */
const textMark = /^['\u2018\u2019`´]+/;

const shapes: Readonly<
  Record<Exclude<IdentifierKind, "name">, { readonly digits: RegExp; readonly otherwise: TextCode }>
> = {
  id: { digits: /^\d{1,20}$/, otherwise: "no-endpoint-id" },
  iccid: { digits: /^\d{18,20}$/, otherwise: "no-iccid" },
  imsi: { digits: /^\d{14,15}$/, otherwise: "no-imsi" },
  msisdn: { digits: /^\d{5,15}$/, otherwise: "no-msisdn" },
  imei: { digits: /^\d{14,16}$/, otherwise: "no-imei" },
};

/** Parses `raw` as an identifier of the kind `by`; `value` is digits only, except for names, which are trimmed. */
export function readIdentifier(by: IdentifierKind, raw: string): Identifier {
  const text = raw.trim();
  if (text === "") return { kind: "empty" };
  if (by === "name") return { kind: "value", value: text };
  const bare = text
    .replace(invisible, "")
    .trim()
    .replace(textMark, "")
    .replace(/^="?(.*?)"?$/, "$1")
    .trim();
  if (scientific.test(bare)) return { kind: "damaged", detail: codedText("rounded-number", { value: text }) };
  const grouped = groupedByPoints.test(bare) ? bare.replaceAll(".", "") : bare;
  const joined = by === "id" ? bare : grouped.replace(grouping, "");
  const digits = removePrefix(by, joined.replace(zeroDecimals, "$1"));
  const { digits: shape, otherwise } = shapes[by];
  if (shape.test(digits)) return { kind: "value", value: digits };
  return { kind: "foreign", detail: { code: otherwise, params: { value: text } } };
}

function removePrefix(by: IdentifierKind, digits: string): string {
  if (by === "msisdn") return digits.replace(/^(?:\+|00)/, "");
  if (by === "iccid") return digits.replace(/f+$/i, ""); // Padding of the SIM's own notation.
  return digits;
}

/** Whether the last digit of `digits` is the Luhn check digit of those before it (ISO/IEC 7812-1). */
export function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether `value` carries a check digit (ICCID of 20, IMEI of 15 digits) and it is wrong. */
export function checkDigitWrong(by: IdentifierKind, value: string): boolean {
  return carriesCheckDigit(by, value) && !luhnHolds(value);
}

/**
 * The forms of `value` to look up, the original first: the service stores ICCIDs without their check digit, people copy
 * them with it (docs/service-facts.md#endpoint). A form without its check digit is included only when the digit was correct.
 */
export function lookupForms(by: IdentifierKind, value: string): readonly string[] {
  return carriesCheckDigit(by, value) && luhnHolds(value) ? [value, value.slice(0, -1)] : [value];
}

function carriesCheckDigit(by: IdentifierKind, value: string): boolean {
  return (by === "iccid" && value.length === 20) || (by === "imei" && value.length === 15);
}

/** Whether a long number ends in zeros as if a spreadsheet had kept only 15 digits of it. */
export function endsRounded(value: string): boolean {
  return value.length >= 19 && /^0+$/.test(value.slice(15));
}

/**
 * Values with equal keys identify the same thing: an ICCID with and without its check digit, an IMEI with check digit (15) or software
 * version (16). An invalid check digit counts as part of the number.
 */
export function identityKey(by: IdentifierKind, value: string): string {
  if (by === "iccid" && /^\d{20}$/.test(value) && luhnHolds(value)) return value.slice(0, 19);
  if (by === "imei" && (/^\d{16}$/.test(value) || (/^\d{15}$/.test(value) && luhnHolds(value))))
    return value.slice(0, 14);
  return value;
}
