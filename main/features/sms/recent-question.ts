/** What is asked of the messages of all endpoints, and how its parts become SQL. */
import type { SqlValue } from "../../store/db.ts";

/** Time, endpoint and key of a line: the order of the overview, newest first. */
export type Place = readonly [at: number, endpoint: string, key: string];

export interface RecentQuestion {
  readonly connection: number;
  readonly direction: string | undefined;
  readonly delivery: readonly string[] | undefined;
  /** Numbers of outcomes; an unknown one does not stand for what was proven not sent. */
  readonly outcome: readonly number[] | undefined;
  /** With `outcome`: also what was proven not sent. */
  readonly notSent: boolean;
  /** In small letters; empty for none. */
  readonly search: string;
  /** Endpoints whose name fits the search. */
  readonly named: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
  /** The last line of the page before. */
  readonly after: Place | undefined;
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Conditions that must all hold. */
export function all(conditions: readonly Condition[]): Condition {
  return { sql: conditions.map(({ sql }) => sql).join(" AND "), values: conditions.flatMap(({ values }) => values) };
}

export function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** As SQLite orders them: below zero when `a` is the older one. */
export function comparePlaces(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1;
}
