/** What the store's thread remembers between two questions about one collection, until its rows change. Pure speed: losing it costs time alone. */
import type { Collection } from "#contract/fleet.ts";
import type { ReadDb } from "../../store/db.ts";

export interface Memo {
  /** Another number after every change: what was counted before it is not kept. */
  readonly stamp: number;
  /** How many rows a predicate's source yields, up to a bound. */
  readonly sizes: Map<string, number>;
  /** Distinct values of a column in ascending order; undefined inside means: too many. */
  readonly groups: Map<string, readonly (string | number | null)[] | undefined>;
  readonly totals: Map<string, number>;
  /** Answers of facets. */
  readonly facets: Map<string, FacetAnswer>;
  /** Places in ordered lists, in ascending order, from which a jump can go on. */
  readonly anchors: Map<string, Anchor[]>;
  /** Sets of row numbers by filter, as `match-sets.ts` keeps them. */
  readonly sets: Map<
    string,
    { readonly slot: number; readonly size: number; readonly generation: number } | "too-many"
  >;
  /** Indexes that are still to be built; undefined until asked. */
  deferred: ReadonlySet<string> | undefined;
}

/** Key values of the row that is `position`th in a list. */
export interface Anchor {
  readonly position: number;
  readonly after: readonly (string | number | null)[];
}

export interface FacetAnswer {
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly other: number;
}

interface Memos {
  lastStamp: number;
  readonly byCollection: Map<string, Memo>;
}

const memos = new WeakMap<ReadDb, Memos>();
/** Questions remembered per collection. */
const mostEntries = 500;

export function memoOf(db: ReadDb, connection: number, collection: Collection): Memo {
  const ofDb = memos.get(db) ?? { lastStamp: 0, byCollection: new Map<string, Memo>() };
  memos.set(db, ofDb);
  const key = `${connection} ${collection}`;
  const cached = ofDb.byCollection.get(key);
  if (cached !== undefined && cached.sizes.size < mostEntries && cached.totals.size + cached.anchors.size < mostEntries)
    return cached;
  ofDb.lastStamp += 1;
  const fresh: Memo = {
    stamp: ofDb.lastStamp,
    sizes: new Map(),
    groups: new Map(),
    totals: new Map(),
    facets: new Map(),
    anchors: new Map(),
    sets: new Map(),
    deferred: undefined,
  };
  ofDb.byCollection.set(key, fresh);
  return fresh;
}

/** To be called with every change of the collection's rows. */
export function forget(db: ReadDb, connection: number, collection: Collection): void {
  memos.get(db)?.byCollection.delete(`${connection} ${collection}`);
}

/** To be called when indexes come or go: they serve all connections. */
export function forgetAll(db: ReadDb): void {
  memos.get(db)?.byCollection.clear();
}
