/** Filter terms as SQL conditions with the exact match rules of each field (docs/service-facts.md#lists). */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ContactTerm, FilterTerm } from "../../core/api/query.ts";
import { findField } from "../../core/api/query-fields.ts";
import { AppError } from "#shared/failure.ts";
import type { SqlValue } from "../../core/store/db.ts";
import { canonical } from "../../core/store/record-id.ts";

/** One condition on one column. `kind` determines which index can serve it. */
export type Predicate =
  | { readonly kind: "equal"; readonly field: string; readonly value: string | number }
  /** Missing or, for the criterion `null`, the literal text "null". */
  | { readonly kind: "missing"; readonly field: string; readonly orWord: boolean }
  | { readonly kind: "prefix"; readonly field: string; readonly prefix: string }
  /** `literals` are the runs between stars; `prefix` is the run before the first. */
  | {
      readonly kind: "pattern";
      readonly field: string;
      readonly glob: string;
      readonly literals: readonly string[];
      readonly prefix: string;
    }
  | { readonly kind: "contains"; readonly field: string; readonly text: string }
  /** By the endpoint's last contact. */
  | ({ readonly kind: "contact"; readonly field: "id" } & ContactTerm)
  /** Its id is in a list stored in the database. */
  | { readonly kind: "member"; readonly field: "id"; readonly of: "audience" | "selection"; readonly list: number };

export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The predicate of a term; criteria are compared in lower case. */
export function predicateOf(collection: Collection, { field, value, contact }: FilterTerm): Predicate {
  const match = findField(collection, field)?.match;
  const criterion = value.toLowerCase();
  if (contact !== undefined) return { kind: "contact", field: "id", ...contact };
  switch (match?.kind) {
    case "exact":
      return criterion === "null"
        ? { kind: "missing", field, orWord: true }
        : { kind: "equal", field, value: canonical(criterion) };
    case "startsWith":
      return { kind: "prefix", field, prefix: criterion };
    case "exactOver":
      return criterion.length > match.characters
        ? { kind: "equal", field, value: criterion }
        : { kind: "prefix", field, prefix: criterion };
    case "wildcard":
      return wildcard(field, criterion);
    case "term":
    case "text":
    case "address":
    case "range":
    case "age":
    case undefined:
      throw new AppError("filter-invalid", codedText("field-not-filterable", { field }));
  }
}

function wildcard(field: string, criterion: string): Predicate {
  if (!criterion.includes("*")) return { kind: "contains", field, text: criterion };
  const runs = criterion.split("*");
  // Brackets escape the two other special characters of GLOB.
  const glob = runs
    .map((run) => run.replaceAll(/[[?]/g, "[$&]"))
    .join("*")
    .replaceAll(/\*+/g, "*");
  return { kind: "pattern", field, glob, literals: runs.filter((run) => run !== ""), prefix: runs[0] ?? "" };
}

/** The condition as SQL over the columns of the collection's table. */
export function conditionOf(predicate: Predicate): SqlPart {
  const { field } = predicate;
  switch (predicate.kind) {
    case "equal":
      return { sql: `${field} = ?`, values: [predicate.value] };
    case "missing":
      return predicate.orWord
        ? { sql: `(${field} IS NULL OR ${field} = 'null')`, values: [] }
        : { sql: `${field} IS NULL`, values: [] };
    case "prefix":
      return prefixCondition(field, predicate.prefix);
    case "pattern": {
      const glob: SqlPart = { sql: `${field} GLOB ?`, values: [predicate.glob] };
      return predicate.prefix === "" ? glob : both(prefixCondition(field, predicate.prefix), glob);
    }
    case "contains":
      return { sql: `instr(${field}, ?) > 0`, values: [predicate.text] };
    case "contact":
      return contactCondition(predicate);
    case "member": {
      const members =
        predicate.of === "audience"
          ? "SELECT id FROM fleet_audience_member WHERE audience = ?"
          : "SELECT id FROM temp.fleet_selection WHERE selection = ?";
      return { sql: `id IN (${members})`, values: [predicate.list] };
    }
  }
}

function contactCondition({ state, connection, since, all, endpoints }: ContactTerm): SqlPart {
  const recent = `EXISTS (SELECT 1 FROM endpoint_contact c WHERE c.connection = ? AND c.endpoint = id AND c.at >= ?)`;
  if (state === "seen") return { sql: recent, values: [connection, since] };
  const missing: SqlPart = { sql: `NOT ${recent}`, values: [connection, since] };
  if (all) return state === "silent" ? missing : { sql: "FALSE", values: [] };
  const covered = `id ${state === "silent" ? "" : "NOT "}IN (SELECT value FROM json_each(?))`;
  return both(missing, { sql: covered, values: [endpoints] });
}

export function both(...conditions: readonly SqlPart[]): SqlPart {
  const used = conditions.filter(({ sql }) => sql !== "");
  return { sql: used.map(({ sql }) => sql).join(" AND "), values: used.flatMap(({ values }) => values) };
}

function prefixCondition(field: string, prefix: string): SqlPart {
  const end = afterPrefix(prefix);
  return end === undefined
    ? { sql: `${field} >= ?`, values: [prefix] }
    : { sql: `${field} >= ? AND ${field} < ?`, values: [prefix, end] };
}

/** The first text, by code points, after all texts that begin with `prefix`; undefined when there is none. */
function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.length - 1; last >= 0; last -= 1) {
    const point = points[last] ?? 0;
    // The code point after the last one before the surrogates is the first one after them.
    const next = point === 0xd7ff ? 0xe000 : point + 1;
    if (next <= 0x10ffff) return String.fromCodePoint(...points.slice(0, last), next);
  }
  return undefined;
}
