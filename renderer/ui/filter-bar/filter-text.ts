/** Formats conditions as filter text and as labels; guesses the field of a text without one. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Condition, Field } from "#shared/contract/fleet/fleet.ts";
import { fieldInSentence } from "../../lib/field-label.ts";

export function filterText(conditions: readonly Condition[]): string {
  return conditions.map(({ field, value }) => `${field}:${value}`).join(",");
}

/** Label of a value if its field has a closed set of values. */
export function valueLabel({ field, value }: Condition, fields: readonly Field[]): string {
  const { choices, match } = fields.find(({ name }) => name === field) ?? {};
  if (match === "criterion" && field !== "any")
    return value
      .split("|")
      .map((pair) => pairLabel(pair, fields))
      .join(" | ");
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

/** A condition within another one: "status:0" → "status: Enabled". */
function pairLabel(pair: string, fields: readonly Field[]): string {
  const [field = "", ...rest] = pair.split(":");
  return `${fieldInSentence(field)}: ${valueLabel({ field, value: rest.join(":") }, fields)}`;
}

/** Minimum length in characters of all identifiers that are matched exactly above some length. */
const shortestExact = 15;

/** How a condition compares, unless it matches the whole value. */
export function matchLabel({ field, value }: Condition, fields: readonly Field[]): string | undefined {
  switch (fields.find(({ name }) => name === field)?.match) {
    case "starts-with":
      return t(($) => $.shell.filter.startsWith);
    case "exact-or-starts-with":
      return value.length < shortestExact ? t(($) => $.shell.filter.startsWith) : undefined;
    case "wildcard":
      return value.includes("*") ? undefined : t(($) => $.shell.filter.contains);
    case "exact":
    case "age":
    case "criterion":
    case undefined:
      return undefined;
  }
}

/** Minimum number of digits of an identifier rather than a part of a name. */
const identifierDigits = 8;

/** The condition for a text without a colon: an identifier if it looks like one, else the name. Undefined if ambiguous. */
export function guessCondition(text: string, fields: readonly Field[]): Condition | undefined {
  const value = text.trim();
  if (value === "" || /[:,]/.test(value)) return undefined;
  const first = (...names: readonly string[]): Condition | undefined => {
    const field = names.find((name) =>
      fields.some((candidate) => candidate.name === name && candidate.match !== undefined),
    );
    return field === undefined ? undefined : { field, value };
  };
  if (/^\d{1,3}\.[\d.]*$/.test(value)) return first("ip_address", "name");
  if (/^89\d{3,}$/.test(value)) return first("iccid", "name", "digits");
  const named = first("name", "username");
  const numbered = /^\d+$/.test(value) ? first("imsi", "digits", "imei", "msisdn", "id") : undefined;
  return value.length >= identifierDigits ? (numbered ?? named) : (named ?? numbered);
}

/** Completes the text if it is the prefix of exactly one value of its field; otherwise unchanged. */
export function completeChoice(text: string, fields: readonly Field[]): string {
  const [name = "", prefix = ""] = text.split(":", 2).map((part) => part.trim());
  const choices = fields.find((field) => field.name === name)?.choices ?? [];
  if (prefix === "" || /,/.test(text) || choices.some(({ value }) => value === prefix)) return text;
  const matches = choices.filter(({ label }) => label.toLowerCase().startsWith(prefix.toLowerCase()));
  return matches.length === 1 ? `${name}:${matches[0]?.value ?? prefix}` : text;
}

/** Whether the text may be the prefix of a field name. */
export function isFieldPrefix(text: string, fields: readonly Field[]): boolean {
  const prefix = text.trim().toLowerCase();
  return (
    prefix !== "" && fields.some(({ name, match }) => match !== undefined && name.toLowerCase().startsWith(prefix))
  );
}
