/**
 * The two interfaces of a database: for reading and for writing. Query functions take one of them as their first argument. And parts of
 * SQL statements.
 */

import type { AppError } from "#shared/failure.ts";

export type SqlValue = null | number | bigint | string | Uint8Array;

/** Reads. Statements are prepared once per SQL text and cached. */
export interface ReadDb {
  get<T>(sql: string, ...values: readonly SqlValue[]): T | undefined;
  all<T>(sql: string, ...values: readonly SqlValue[]): T[];
}

/** Reads and writes; `transaction` commits all of `run`, or nothing. Nested calls join the outer one. */
export interface WriteDb extends ReadDb {
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number };
  exec(sql: string): void;
  transaction<T>(work: () => T): T;
}

/** Plain functions over a database, by name; they run in the store's thread, so arguments and results are cloned. */
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where any query function must fit
export type QueryModule = Readonly<Record<string, (db: any, ...args: any[]) => unknown>>;

/** A query module as the main thread sees it: the same functions without the database, asynchronous. */
export type StoreClient<Q extends QueryModule> = {
  readonly [K in keyof Q]: Q[K] extends (db: never, ...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

export interface Store {
  /** The functions registered under `name` in `main/app/store-modules.ts`. */
  use<Q extends QueryModule>(name: string): StoreClient<Q>;
  /** Why nothing can be written: `disk-full` or `data-dir-read-only`. */
  readonly readOnly: AppError | undefined;
  /** Checks the whole file, in its own thread: undefined when it is sound. Rejects when aborted. */
  check(signal: AbortSignal): Promise<AppError | undefined>;
  /** Throws "data-dir-gone" where the directory or the database was deleted or replaced: current writes would be lost. */
  requireInPlace(): Promise<void>;
  /** Checkpoints, marks the end as clean, ends the thread. */
  close(): Promise<void>;
}

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

/** A parameter for each value of a list. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** A pattern for `LIKE ? ESCAPE '\'`: texts that contain `text`. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
