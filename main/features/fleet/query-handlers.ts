/** Filters for a filter bar: the available fields, and texts parsed. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import type { Collection, Field, fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { readQuery } from "../../core/api/query.ts";
import {
  type CacheOnly,
  cacheOnly,
  type MatchRule,
  type QueryField,
  queryFields,
} from "../../core/api/query-fields.ts";
import { AppError } from "#shared/failure.ts";
import { choicesOf } from "../../core/api/inputs.ts";
import { isDate } from "./columns.ts";

type QueryHandlers = Pick<Handlers<typeof fleet>, "fields" | "readQuery">;

export function createFleetQueryHandlers(): QueryHandlers {
  return {
    fields: ({ collection }) => Promise.resolve({ fields: fieldsOf(collection) }),
    readQuery: ({ collection, filter }) => Promise.resolve(readQuery(collection, filter)),
  };
}

/** The fields of a collection, in display order. */
function fieldsOf(collection: Collection): Field[] {
  const ofService = queryFields[collection].map((field): Field => {
    const choices = choicesOf(collection, field.name);
    return {
      name: field.name,
      match: field.match === undefined ? undefined : matchOf(field.match),
      hint: hintOf(field),
      sortable: field.sortable,
      choices: choices === undefined ? undefined : [...choices],
    };
  });
  return [
    ...ofService,
    ...cacheOnly.map((name): Field => ({ name, match: "criterion", hint: hintsOfCache[name], sortable: false })),
  ];
}

const hintsOfCache: Readonly<Record<CacheOnly, string>> = {
  any: t(($) => $.fleet.filter.any),
  not: t(($) => $.fleet.filter.not),
  or: t(($) => $.fleet.filter.or),
  range: t(($) => $.fleet.filter.range),
};

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
    case "age":
      return "age";
    case "term":
    case "text":
    case "address":
    case "range":
      throw new AppError("internal", codedText("internal"));
  }
}

function hintOf({ name, match }: QueryField): string {
  switch (match?.kind) {
    case "exact":
      return name === "id" ? t(($) => $.fleet.filter.exactId) : t(($) => $.fleet.filter.exactValue);
    case "wildcard":
      return isDate(name) ? t(($) => $.fleet.filter.partialDate) : t(($) => $.fleet.filter.contains);
    case "startsWith":
      return t(($) => $.fleet.filter.startsWith);
    case "exactOver":
      return t(($) => $.fleet.filter.exactOrStartsWith, { characters: match.characters + 1 });
    case "age":
      return t(($) => $.fleet.filter.age);
    case "term":
    case "text":
    case "address":
    case "range":
    case undefined:
      return t(($) => $.fleet.filter.sortOnly);
  }
}
