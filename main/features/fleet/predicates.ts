/** Filter terms as SQL conditions with the exact match rules of each field (docs/service-facts.md#lists). */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { type ContactTerm, type FilterTerm, nestedTerms } from "../../core/api/query.ts";
import { type CacheOnly, findField, isCacheOnly } from "../../core/api/query-fields.ts";
import { recordFields } from "#shared/records/fields.ts";
import { foldText } from "#shared/rules/fold-text.ts";
import { lookupForms } from "#shared/rules/identifier.ts";
import { AppError } from "#shared/failure.ts";
import type { SqlPart } from "../../core/store/sql.ts";
import { canonical } from "../../core/store/record-id.ts";
import { isSearched } from "./columns.ts";

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
  /** By the endpoint's last contact; reads its id too. */
  | ({ readonly kind: "contact"; readonly field: "seen" } & ContactTerm)
  /** Contains a text, both without accents (`foldText`). */
  | { readonly kind: "folded"; readonly field: string; readonly text: string }
  /** From a text to all texts that begin with another. */
  | { readonly kind: "between"; readonly field: string; readonly from: string; readonly until: string }
  /** From a number to a number; of texts, those of digits with the length of the ends. */
  | { readonly kind: "digits"; readonly field: string; readonly from: number; readonly until: number }
  | { readonly kind: "digits"; readonly field: string; readonly from: string; readonly until: string }
  | { readonly kind: "or"; readonly field: "or"; readonly parts: readonly Predicate[] }
  /** Also where the value is missing. */
  | { readonly kind: "not"; readonly field: "not"; readonly part: Predicate }
  /** Its id is in a list stored in the database. */
  | { readonly kind: "member"; readonly field: "id"; readonly of: "audience" | "selection"; readonly list: number };

/** The predicate of a term; criteria are compared in lower case. */
export function predicateOf(collection: Collection, term: FilterTerm): Predicate {
  const { field, value, contact } = term;
  if (isCacheOnly(field)) return cacheOnlyPredicate(collection, field, term);
  const match = findField(collection, field)?.match;
  const criterion = value.toLowerCase();
  if (contact !== undefined) return { kind: "contact", field: "seen", ...contact };
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

function cacheOnlyPredicate(collection: Collection, name: CacheOnly, term: FilterTerm): Predicate {
  if (name === "any") return anyOf(collection, foldText(term.value));
  const parts = nestedTerms(term).map((nested) =>
    name === "range" ? rangeOf(collection, nested) : predicateOf(collection, nested),
  );
  const [first] = parts;
  if (first === undefined) throw new AppError("filter-invalid", codedText("field-not-filterable", { field: name }));
  if (name === "not") return { kind: "not", field: "not", part: first };
  return parts.length === 1 ? first : { kind: "or", field: "or", parts };
}

function rangeOf(collection: Collection, { field, value }: FilterTerm): Predicate {
  const [from = "", until = ""] = value.toLowerCase().split("..");
  if (recordFields[collection].find(({ name }) => name === field)?.digits !== true)
    return { kind: "between", field, from, until };
  if (field === "id")
    return { kind: "digits", field, from: Number(from), until: until === "" ? Number.MAX_SAFE_INTEGER : Number(until) };
  const length = Math.max(from.length, until.length);
  return { kind: "digits", field, from: from.padEnd(length, "0"), until: until.padEnd(length, "9") };
}

/** The text anywhere in a name, a tag or an identifier; numbers only for a text with a digit. */
function anyOf(collection: Collection, text: string): Predicate {
  const hasDigit = /\d/.test(text);
  const parts = recordFields[collection].filter(isSearched).flatMap(({ name, kind, stored }): Predicate[] => {
    const field = stored?.column ?? name;
    if (field === "id") return [{ kind: "contains", field, text }];
    if (kind !== "identifier") return [{ kind: "folded", field, text }];
    if (!hasDigit) return [];
    // People copy an ICCID with its check digit, which the service does not store.
    const forms = field === "iccid" || field === "imei" ? lookupForms(field, text) : [text];
    return forms.map((form): Predicate => ({ kind: "contains", field, text: form }));
  });
  return { kind: "or", field: "or", parts };
}

/** The term for endpoints without any contact. */
export function noContact(version: number): ContactTerm {
  return { state: "none", since: 0, all: false, endpoints: "[]", version };
}

/** The columns that a predicate reads. */
export function fieldsOf(predicate: Predicate): readonly string[] {
  if (predicate.kind === "or") return predicate.parts.flatMap(fieldsOf);
  return predicate.kind === "not" ? fieldsOf(predicate.part) : [predicate.field];
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

/** The part of the condition that is a range of the field's index; empty where it is none. */
export function rangeCondition(predicate: Predicate): SqlPart {
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
    case "pattern":
      return predicate.prefix === "" ? { sql: "", values: [] } : prefixCondition(field, predicate.prefix);
    case "between":
      return both(
        { sql: `${field} >= ?`, values: [predicate.from] },
        predicate.until === "" ? { sql: "", values: [] } : untilCondition(field, predicate.until),
      );
    case "digits":
      return { sql: `${field} >= ? AND ${field} <= ?`, values: [predicate.from, predicate.until] };
    case "contact":
      if (predicate.state === "none") return { sql: "seen IS NULL", values: [] };
      return predicate.state === "seen" ? { sql: "seen >= ?", values: [predicate.since] } : { sql: "", values: [] };
    default:
      return { sql: "", values: [] };
  }
}

/** The condition as SQL over the columns of the collection's table. */
export function conditionOf(predicate: Predicate): SqlPart {
  const { field } = predicate;
  switch (predicate.kind) {
    case "equal":
    case "missing":
    case "prefix":
    case "between":
      return rangeCondition(predicate);
    case "pattern":
      return both(rangeCondition(predicate), { sql: `${field} GLOB ?`, values: [predicate.glob] });
    case "contains":
      return { sql: `instr(${field}, ?) > 0`, values: [predicate.text] };
    case "contact":
      return predicate.state === "none" || predicate.state === "seen"
        ? rangeCondition(predicate)
        : contactCondition(predicate);
    case "folded":
      // Most names are ASCII, and need no folding.
      return {
        sql: `(instr(${field}, ?) > 0 OR (length(${field}) < octet_length(${field}) AND instr(fold(${field}), ?) > 0))`,
        values: [predicate.text, predicate.text],
      };
    case "digits": {
      const shape = `length(${field}) = ? AND ${field} NOT GLOB '*[^0-9]*'`;
      const { from } = predicate;
      return both(
        rangeCondition(predicate),
        typeof from === "number" ? { sql: "", values: [] } : { sql: shape, values: [from.length] },
      );
    }
    case "or": {
      const parts = predicate.parts.map((part) => conditionOf(part));
      return {
        sql: `(${parts.map(({ sql }) => `(${sql})`).join(" OR ")})`,
        values: parts.flatMap(({ values }) => values),
      };
    }
    case "not": {
      const { sql, values } = conditionOf(predicate.part);
      return { sql: `NOT coalesce((${sql}), 0)`, values };
    }
    case "member": {
      const members =
        predicate.of === "audience"
          ? "SELECT id FROM fleet_audience_member WHERE audience = ?"
          : "SELECT id FROM temp.fleet_selection WHERE selection = ?";
      return { sql: `id IN (${members})`, values: [predicate.list] };
    }
  }
}

function contactCondition({ state, since, all, endpoints }: ContactTerm): SqlPart {
  const missing: SqlPart = { sql: "(seen IS NULL OR seen < ?)", values: [since] };
  if (all) return state === "silent" ? missing : { sql: "FALSE", values: [] };
  const covered = `id ${state === "silent" ? "" : "NOT "}IN (SELECT value FROM json_each(?))`;
  return both(missing, { sql: covered, values: [endpoints] });
}

export function both(...conditions: readonly SqlPart[]): SqlPart {
  const used = conditions.filter(({ sql }) => sql !== "");
  const [only] = used;
  if (only === undefined || used.length === 1) return only ?? { sql: "", values: [] };
  // In parentheses, each condition adds one level to the expression, whose depth the database limits to 1000.
  return { sql: used.map(({ sql }) => `(${sql})`).join(" AND "), values: used.flatMap(({ values }) => values) };
}

function prefixCondition(field: string, prefix: string): SqlPart {
  const end = afterPrefix(prefix);
  return end === undefined
    ? { sql: `${field} >= ?`, values: [prefix] }
    : { sql: `${field} >= ? AND ${field} < ?`, values: [prefix, end] };
}

function untilCondition(field: string, until: string): SqlPart {
  const end = afterPrefix(until);
  return end === undefined ? { sql: "", values: [] } : { sql: `${field} < ?`, values: [end] };
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
