/** A query of the cached events as SQL. Aliases: `i` the list, `e` the event, `r` its record. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { FilterTerm } from "../../core/api/query.ts";
import { AppError } from "#shared/failure.ts";
import type { SqlValue } from "../../core/store/db.ts";
import { allOf, anyOf, placeholders, type SqlPart } from "../../core/store/sql.ts";
import { boundKey, type StoredQuestion } from "./stored.ts";

export interface QuestionSql {
  /** Tables joined to `event_in i`. */
  readonly joins: string;
  /** Begins with AND, or is empty. */
  readonly conditions: string;
  readonly values: readonly SqlValue[];
}

/** The caller adds list and span. `needs`: tables that the caller itself reads. */
export function questionSql(question: StoredQuestion, needs: readonly ("e" | "r")[] = []): QuestionSql {
  const conditions = [...plainConditions(question), ...question.terms.map(termCondition)];
  const text = conditions.map(({ sql }) => ` AND ${sql}`).join("");
  const joins = [
    needs.includes("e") || text.includes("e.") ? " JOIN event e ON e.eid = i.eid" : "",
    needs.includes("r") || text.includes("r.record") ? " JOIN event_record r ON r.eid = i.eid" : "",
  ].join("");
  return { joins, conditions: text, values: conditions.flatMap(({ values }) => values) };
}

function plainConditions(question: StoredQuestion): SqlPart[] {
  const { severity, type, source, alert, endpoint, search } = question;
  return [
    ...(severity === undefined ? [] : [among("i.severity", severity)]),
    ...(type === undefined ? [] : [among("e.type", type)]),
    ...(source === undefined ? [] : [among("e.source", source)]),
    ...(alert === undefined ? [] : [{ sql: "e.alert = ?", values: [Number(alert)] }]),
    ...(endpoint === undefined ? [] : [{ sql: "e.endpoint = ?", values: [endpoint] }]),
    ...(search === "" ? [] : [{ sql: "instr(e.sought, ?) > 0", values: [search] }]),
  ];
}

/** JSON paths of the fields in a record. */
export const termPaths: Readonly<Record<string, readonly string[]>> = {
  severity: ["$.event_severity.id"],
  source: ["$.event_source.id"],
  type: ["$.event_type.id"],
  endpoint: ["$.endpoint.id", "$.endpoint.name"],
  organisation: ["$.organisation.id", "$.organisation.name"],
  user: ["$.user.id", "$.user.username", "$.user.name"],
  ip_address: ["$.endpoint.ip_address"],
  imei: ["$.endpoint.imei"],
  iccid: ["$.sim.iccid"],
  imsi: ["$.imsi.imsi"],
};

export const alertFlags: Readonly<Record<string, number>> = { true: 1, "1": 1, false: 0, "0": 0 };

/** One term of a filter, with the matching rules of the service. Throws `filter-not-kept` for a term that only the service can evaluate. */
function termCondition({ field, value }: FilterTerm): SqlPart {
  const alternatives = value.toLowerCase().split("|");
  const places = termPaths[field];
  if (places !== undefined) {
    return anyOf(places.map((path) => among(`lower(CAST(r.record ->> '${path}' AS TEXT))`, alternatives)));
  }
  switch (field) {
    case "id":
      return among("e.id", alternatives.map(boundKey));
    case "alert":
      return among(
        "e.alert",
        alternatives.map((one) => alertFlags[one] ?? -1),
      );
    case "tags":
      return anyOf(
        alternatives.map((tag) => ({
          sql: "instr(',' || replace(lower(r.record ->> '$.endpoint.tags'), ', ', ',') || ',', ',' || ? || ',') > 0",
          values: [tag],
        })),
      );
    case "iccid_with_luhn":
      return among(
        "r.record ->> '$.sim.iccid'",
        alternatives.map((iccid) => iccid.slice(0, -1)),
      );
    case "description":
      return descriptionCondition(value);
    default:
      throw new AppError("filter-not-kept", codedText("event-filter-not-cached", { field }), { details: { field } });
  }
}

/** Every word must occur; a word may end in `*`. */
function descriptionCondition(text: string): SqlPart {
  const tokens = text.toLowerCase().split(/[^\p{L}\p{N}*]+/u);
  const conditions = tokens.flatMap((word): SqlPart[] => {
    const bare = word.replaceAll("*", "");
    if (bare === "") return [];
    return [{ sql: "instr(e.words, ?) > 0", values: [word.endsWith("*") ? ` ${bare}` : ` ${bare} `] }];
  });
  return allOf(conditions);
}

function among(column: string, values: readonly SqlValue[]): SqlPart {
  return { sql: `${column} IN (${placeholders(values)})`, values };
}
