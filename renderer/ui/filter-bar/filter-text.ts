/** Formats conditions as filter text and as labels; completes what is typed. Pure. */
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

/**
 * The text that is searched for in all identifiers when no field is named, as main parses it; undefined for a pair, the name of a field, and
 * where the fields have no such search.
 */
export function searchTextOf(draft: string, fields: readonly Field[]): string | undefined {
  const text = draft.trim();
  const isNamed = fields.some(({ name, match }) => name === text && match !== undefined);
  const isSearch = text !== "" && !/[:,]/.test(text) && !isNamed && fields.some(isSearchField);
  return isSearch ? text : undefined;
}

/** The search in all identifiers of the cache. */
export function isSearchField({ name, match }: Field): boolean {
  return name === "any" && match === "criterion";
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
