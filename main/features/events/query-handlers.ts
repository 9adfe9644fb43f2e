/** The event fields that a filter bar offers, and parsing of filter texts. Pure. */
import { t } from "#shared/texts/text.ts";
import type { events, EventField } from "#shared/contract/events/events.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { readQuery } from "../../core/api/read-query.ts";
import { choicesOf } from "../../core/api/choices.ts";
import { type MatchRule, type QueryField, queryFields } from "../../core/api/query-fields.ts";

type QueryHandlers = Pick<Handlers<typeof events>, "fields" | "readQuery">;

export function createEventQueryHandlers(): QueryHandlers {
  return {
    fields: () => Promise.resolve({ fields: queryFields.event.map(describe) }),
    readQuery: ({ filter, sort }) => Promise.resolve(readQuery("event", { filter, sort })),
  };
}

function describe(field: QueryField): EventField {
  const match = field.match === undefined ? undefined : matchOf(field.match);
  const closed = choicesOf("event", field.name);
  return {
    name: field.name,
    match,
    hint: hintOf(field.name, match),
    sortable: field.sortable,
    choices: closed === undefined ? undefined : closed.map(({ value, label }) => ({ key: value, label })),
  };
}

function matchOf(rule: MatchRule): NonNullable<EventField["match"]> {
  switch (rule.kind) {
    case "exact":
    case "term":
    case "text":
    case "address":
    case "range":
      return rule.kind;
    case "wildcard":
    case "startsWith":
    case "exactOver":
      throw new Error("no field of events is compared in this way");
  }
}

function hintOf(name: string, match: EventField["match"]): string {
  switch (match) {
    case "exact":
      return name === "type" ? t(($) => $.events.fieldHelp.number) : t(($) => $.events.fieldHelp.exact);
    case "term":
      return t(($) => $.events.fieldHelp.term);
    case "text":
      return t(($) => $.events.fieldHelp.text);
    case "address":
      return t(($) => $.events.fieldHelp.address);
    case "range":
      return t(($) => $.events.fieldHelp.range);
    case undefined:
      return t(($) => $.events.fieldHelp.sortOnly);
  }
}
