/** Filters and sorts as a filter bar needs them: which fields there are, and texts taken apart and put together. Pure. */
import type { Collection, Condition, Field, fleet, SortKey } from "#contract/fleet.ts";
import type { Handlers } from "#contract/kit.ts";
import { formatFilter, formatSort, parseFilter, parseSort } from "../../api/query.ts";
import { readQuery } from "../../api/read-query.ts";
import { findField, type MatchRule, type QueryField, queryFields } from "../../api/query-fields.ts";
import { AppError } from "../../failure.ts";
import { choicesOf } from "../../api/choices.ts";
import { isDate } from "./columns.ts";

type Words = Pick<Handlers<typeof fleet>, "fields" | "readQuery" | "writeQuery">;

export function createQueryWords(): Words {
  return {
    fields: ({ collection }) => Promise.resolve({ fields: fieldsOf(collection) }),
    readQuery: ({ collection, filter, sort }) => Promise.resolve(readQuery(collection, { filter, sort })),
    // oxlint-disable-next-line typescript/require-await -- what it throws belongs into the promise
    writeQuery: async ({ collection, conditions, sort }) => ({
      filter: writeFilter(collection, conditions),
      sort: writeSort(collection, sort),
    }),
  };
}

/** The fields of a collection in the order in which they are offered. */
export function fieldsOf(collection: Collection): Field[] {
  return queryFields[collection].map((field) => {
    const choices = choicesOf(collection, field.name);
    return {
      name: field.name,
      ...(field.match === undefined ? {} : { match: matchOf(field.match) }),
      hint: hintOf(field),
      sortable: field.sortable,
      ...(choices === undefined ? {} : { choices: [...choices] }),
    };
  });
}

function matchOf(rule: MatchRule): NonNullable<Field["match"]> {
  switch (rule.kind) {
    case "exact":
      return "exact";
    case "wildcard":
      return "wildcard";
    case "startsWith":
      return "starts-with";
    case "exactOver":
      return "exact-or-starts-with";
    case "term":
    case "text":
    case "address":
    case "range":
      throw new AppError("internal", "Only events are compared in this way.");
  }
}

function hintOf({ name, match }: QueryField): string {
  switch (match?.kind) {
    case "exact":
      return name === "id" ? "Exactly this id." : "Exactly this value; null finds those that have none.";
    case "wildcard":
      return isDate(name)
        ? "Part of a date such as 2031-04; * stands for anything."
        : "* stands for anything; without a star the text may stand anywhere.";
    case "startsWith":
      return "Starts with these characters.";
    case "exactOver":
      return `Exact from ${match.characters + 1} characters, else starts with.`;
    case "term":
    case "text":
    case "address":
    case "range":
    case undefined:
      return "For sorting only.";
  }
}

/** What is written reads back as what was given: a value that cannot be written is refused, never bent. */
function writeFilter(collection: Collection, conditions: readonly Condition[]): string {
  const terms = conditions.map(({ field, value }) => ({ field: nameOf(collection, field), value: value.trim() }));
  const comma = terms.find(({ value }) => value.includes(","));
  if (comma !== undefined) {
    throw new AppError(
      "filter-invalid",
      `The value of "${comma.field}" has a comma; the service has no way to write one.`,
      { details: { field: comma.field } },
    );
  }
  const text = formatFilter(collection, terms, "live");
  parseFilter(collection, text);
  return text;
}

function writeSort(collection: Collection, keys: readonly SortKey[]): string {
  const named = keys.map(({ field, descending }) => ({ field: nameOf(collection, field), descending }));
  const text = formatSort(collection, named, "live");
  parseSort(collection, text);
  return text;
}

/** The field's own name, whichever of its spellings was given; an unknown one is left for the grammar to refuse. */
function nameOf(collection: Collection, name: string): string {
  return findField(collection, name.trim())?.name ?? name;
}
