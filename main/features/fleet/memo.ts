/** What the store's thread remembers between two questions about one collection, until its rows change. Pure speed: losing it costs time alone. */
import type { Collection } from "#contract/fleet.ts";
import type { ReadDb } from "../../store/db.ts";

export interface Memo {
  /** How many rows a predicate's source yields, up to a bound. */
  readonly sizes: Map<string, number>;
  /** Distinct values of a column in ascending order; undefined inside means: too many. */
  readonly groups: Map<string, readonly (string | number | null)[] | undefined>;
  readonly totals: Map<string, number>;
  /** Sets of row numbers by filter, as `match-sets.ts` keeps them. */
  readonly sets: Map<
    string,
    { readonly slot: number; readonly size: number; readonly generation: number } | "too-many"
  >;
  /** Indexes that are still to be built; undefined until asked. */
  deferred: ReadonlySet<string> | undefined;
}

const memos = new WeakMap<ReadDb, Map<string, Memo>>();
/** Questions remembered per collection. */
const kept = 500;

export function memoOf(db: ReadDb, connection: number, collection: Collection): Memo {
  const ofDb = memos.get(db) ?? new Map<string, Memo>();
  memos.set(db, ofDb);
  const key = `${connection} ${collection}`;
  const known = ofDb.get(key);
  if (known !== undefined && known.sizes.size < kept && known.totals.size < kept) return known;
  const fresh: Memo = { sizes: new Map(), groups: new Map(), totals: new Map(), sets: new Map(), deferred: undefined };
  ofDb.set(key, fresh);
  return fresh;
}

/** To be called with every change of the collection's rows. */
export function forget(db: ReadDb, connection: number, collection: Collection): void {
  memos.get(db)?.delete(`${connection} ${collection}`);
}

/** To be called when indexes come or go: they serve all connections. */
export function forgetAll(db: ReadDb): void {
  memos.delete(db);
}
