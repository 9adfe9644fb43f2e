/** The two interfaces of a database: for reading and for writing. Query functions take one of them as their first argument. */

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
