/** Parts of SQL statements. */
import type { SqlValue } from "./db.ts";

/** A condition of an SQL statement with the values of its parameters. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Combines conditions with AND; without any, it is true for every row. */
export function allOf(conditions: readonly SqlPart[]): SqlPart {
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND ") || "1",
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Combines conditions with OR; there is at least one. */
export function anyOf(conditions: readonly SqlPart[]): SqlPart {
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** No reading takes half an hour: a stored one that is so much later was made before the clock was set back. */
const longestReadingMs = 30 * 60_000;

/** Whether a reading began earlier than the stored one, which it must not replace; times are epoch milliseconds. */
export function isEarlierReading(asOf: number, storedAsOf: number): boolean {
  return asOf < storedAsOf && storedAsOf <= asOf + longestReadingMs;
}

/** The opposite of `isEarlierReading` as a condition; both are expressions. */
export function replacesReading(asOf: string, storedAsOf: string): string {
  return `(${asOf} >= ${storedAsOf} OR ${storedAsOf} > ${asOf} + ${longestReadingMs})`;
}

/** A parameter for each value of a list. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** A pattern for `LIKE ? ESCAPE '\'`: texts that contain `text`. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
