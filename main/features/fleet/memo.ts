/** What the store's thread caches between two queries of one collection, until its rows change. Losing it costs only time. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb } from "../../core/store/db.ts";

export interface Memo {
  /** Differs after every change, which invalidates earlier counts. */
  readonly stamp: number;
  /** Number of rows of a predicate's source, up to a limit. */
  readonly sizes: Map<string, number>;
  /** Distinct values of a column in ascending order; an undefined entry means too many. */
  readonly groups: Map<string, readonly (string | number | null)[] | undefined>;
  readonly totals: Map<string, number>;
  /** Cached answers of facets. */
  readonly facets: Map<string, FacetAnswer>;
  /** Positions in ordered lists, in ascending order, from which a jump can continue. */
  readonly anchors: Map<string, Anchor[]>;
  /** Sets of row numbers by filter; see `match-sets.ts`. */
  readonly sets: Map<
    string,
    { readonly slot: number; readonly size: number; readonly generation: number } | "too-many"
  >;
  /** Indexes that are not built yet; undefined until read. */
  deferred: ReadonlySet<string> | undefined;
}

/** Key values of the row at `position` in a list. */
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
/** Limit of cached entries per collection. */
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

/** Must be called after every change of the collection's rows. */
export function clearMemo(db: ReadDb, connection: number, collection: Collection): void {
  memos.get(db)?.byCollection.delete(`${connection} ${collection}`);
}

/** Must be called when indexes are dropped or built: they serve all connections. */
export function clearMemos(db: ReadDb): void {
  memos.get(db)?.byCollection.clear();
}
