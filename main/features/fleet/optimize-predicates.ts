/** Puts predicates into the form that an index serves best, as far as the rows that are there allow it. */
import { type Scope, tableBy } from "./candidates.ts";
import { isDate, tableOf } from "./columns.ts";
import type { Predicate } from "./predicates.ts";

/** The same rows, found faster. */
export function optimizePredicates(scope: Scope, predicates: readonly Predicate[]): readonly Predicate[] {
  return predicates.map((predicate) => {
    if (predicate.kind === "missing") return withoutWord(scope, predicate);
    if (predicate.kind === "contains") return atBeginning(scope, predicate);
    return predicate;
  });
}

/** The criterion `null` also means the very word, which hardly ever stands in a field. */
function withoutWord(scope: Scope, predicate: Predicate & { readonly kind: "missing" }): Predicate {
  const { field } = predicate;
  const word = scope.db.get(
    `SELECT 1 FROM ${tableBy(scope, field)} WHERE connection = ? AND ${field} = 'null' LIMIT 1`,
    scope.connection,
  );
  return word === undefined ? { ...predicate, orWord: false } : predicate;
}

/**
 * A text that begins like a year and a dash can, in dates written the usual way round, stand at their beginning alone: then it is a
 * prefix. Whether there are other dates the partial index of odd ones knows.
 */
function atBeginning(scope: Scope, predicate: Predicate & { readonly kind: "contains" }): Predicate {
  const { field, text } = predicate;
  if (!isDate(field) || !/^\d{4}-/.test(text)) return predicate;
  const table = tableOf(scope.collection);
  const odd = scope.db.get(
    `SELECT 1 FROM ${table} INDEXED BY ${table}_odd_${field} WHERE connection = ? AND ${oddDate(field)} LIMIT 1`,
    scope.connection,
  );
  return odd === undefined ? { kind: "prefix", field, prefix: text } : predicate;
}

/** Word for word as the migration has it, or SQLite does not use its index. */
function oddDate(field: string): string {
  return `${field} IS NOT NULL AND
      (${field} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' OR ${field} GLOB '?*[0-9][0-9][0-9][0-9]-*')`;
}
