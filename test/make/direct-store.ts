/** Query functions on a database of the test's own thread, as a feature calls them over the store's thread. */
import type { QueryModule, StoreClient, WriteDb } from "../../main/core/store/db.ts";

export function directStore<Q extends QueryModule>(db: WriteDb, queries: Q): StoreClient<Q> {
  const entries = Object.entries(queries).map(([name, query]) => [
    name,
    async (...args: readonly unknown[]) => query(db, ...args),
  ]);
  return Object.fromEntries(entries) as StoreClient<Q>;
}
