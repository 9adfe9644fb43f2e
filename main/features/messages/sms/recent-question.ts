/** The query of the message overview, and its parts as SQL. */
import type { SqlValue } from "../../../core/store/db.ts";

/** Time, endpoint and key of a line: the order of the overview, newest first. */
export type Place = readonly [at: number, endpoint: string, key: string];

export interface RecentQuestion {
  readonly connection: number;
  readonly direction: string | undefined;
  readonly delivery: readonly string[] | undefined;
  /** Codes of outcomes; "unknown" does not include messages proven not to have been sent. */
  readonly outcome: readonly number[] | undefined;
  /** With `outcome`: also includes messages proven not to have been sent. */
  readonly notSent: boolean;
  /** In lower case; empty for no search. */
  readonly search: string;
  /** Endpoints whose name matches the search. */
  readonly named: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
  /** The last line of the previous page. */
  readonly after: Place | undefined;
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Combines conditions with AND. */
export function all(conditions: readonly Condition[]): Condition {
  return { sql: conditions.map(({ sql }) => sql).join(" AND "), values: conditions.flatMap(({ values }) => values) };
}

export function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** The order of SQLite: negative when `a` is older. */
export function comparePlaces(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1;
}
