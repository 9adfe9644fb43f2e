/** Conditions as text and as words; what a text without a field probably means. Pure. */
import type { Condition, Field } from "#contract/fleet.ts";

export function filterText(conditions: readonly Condition[]): string {
  return conditions.map(({ field, value }) => `${field}:${value}`).join(",");
}

/** A field as a person calls it: "service_profile" → "service profile". */
export function fieldWord(name: string): string {
  return name.replaceAll("_", " ");
}

/** The value as its field calls it, where it is one of a few. */
export function valueWord({ field, value }: Condition, fields: readonly Field[]): string {
  const choices = fields.find(({ name }) => name === field)?.choices;
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

/** All identifiers that are compared exactly from some length on are at least this long. */
const shortestExact = 15;

/** How a condition compares, where it is not by the whole value. */
export function matchWord({ field, value }: Condition, fields: readonly Field[]): string | undefined {
  switch (fields.find(({ name }) => name === field)?.match) {
    case "starts-with":
      return "starts with";
    case "exact-or-starts-with":
      return value.length < shortestExact ? "starts with" : undefined;
    case "wildcard":
      return value.includes("*") ? undefined : "contains";
    case "exact":
    case undefined:
      return undefined;
  }
}

/** Digits that are long enough to be an identifier rather than a part of a name. */
const identifierDigits = 8;

/** What a text without a colon looks for: an identifier by its looks, else the name. Undefined where it cannot be told. */
export function guessed(text: string, fields: readonly Field[]): Condition | undefined {
  const value = text.trim();
  if (value === "" || /[:,]/.test(value)) return undefined;
  const first = (...names: readonly string[]): Condition | undefined => {
    const field = names.find((name) => fields.some((known) => known.name === name && known.match !== undefined));
    return field === undefined ? undefined : { field, value };
  };
  if (/^\d{1,3}\.[\d.]*$/.test(value)) return first("ip_address", "name");
  if (/^89\d{3,}$/.test(value)) return first("iccid", "name", "digits");
  const named = first("name", "username");
  const numbered = /^\d+$/.test(value) ? first("imsi", "digits", "imei", "msisdn", "id") : undefined;
  return value.length >= identifierDigits ? (numbered ?? named) : (named ?? numbered);
}

/** The text with the one choice of its field that it begins; any other text as it is. */
export function completed(text: string, fields: readonly Field[]): string {
  const [name = "", begun = ""] = text.split(":", 2).map((part) => part.trim());
  const choices = fields.find((field) => field.name === name)?.choices ?? [];
  if (begun === "" || /,/.test(text) || choices.some(({ value }) => value === begun)) return text;
  const meant = choices.filter(({ label }) => label.toLowerCase().startsWith(begun.toLowerCase()));
  return meant.length === 1 ? `${name}:${meant[0]?.value ?? begun}` : text;
}

/** The text may be on its way to become the name of a field. */
export function beginsAField(text: string, fields: readonly Field[]): boolean {
  const begun = text.trim().toLowerCase();
  return begun !== "" && fields.some(({ name, match }) => match !== undefined && name.toLowerCase().startsWith(begun));
}
