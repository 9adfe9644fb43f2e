/**
 * The row numbers that match a filter, cached in memory so that other sorts and further pages of the same filter can reuse them.
 * Invariant: a set is used only while its rows have not changed (it is part of the memo), and never after the scratch table was emptied
 * (its generation differs).
 */
import type { WriteDb } from "../../core/store/db.ts";
import { ownSource, type Scope, smallest, type Source, sourceOf, memberCondition } from "./candidates.ts";
import { carried } from "./columns.ts";
import { both, conditionOf, type Predicate, type SqlPart } from "./predicates.ts";

export interface MatchSet {
  readonly slot: number;
  readonly size: number;
  readonly generation: number;
}

interface Scratch {
  generation: number;
  slots: number;
  rows: number;
}

/** A filter with more matches than this finds enough rows by walking an index. */
const mostInSet = 150_000;
/** Limit for all sets; about 20 bytes per row. */
const mostRows = 600_000;

const scratches = new WeakMap<WriteDb, Scratch>();

/** The cached set of a filter. */
export function cachedSet({ db, memo }: Scope, filter: readonly Predicate[]): MatchSet | undefined {
  const set = memo.sets.get(JSON.stringify(filter));
  return set !== undefined && set !== "too-many" && set.generation === scratches.get(db)?.generation ? set : undefined;
}

/** Creates the set of a filter; undefined when it would be too large. */
export function makeSet(scope: Scope, filter: readonly Predicate[]): MatchSet | undefined {
  const { db, memo } = scope;
  const key = JSON.stringify(filter);
  if (memo.sets.get(key) === "too-many") return undefined;
  const scratch = scratchOf(db);
  scratch.slots += 1;
  const slot = scratch.slots;
  const { from, fromValues, where } = matches(scope, filter);
  const { changes: size } = db.run(
    `INSERT OR IGNORE INTO temp.fleet_match SELECT ?, m.rid FROM ${from} WHERE ${where.sql} LIMIT ${mostInSet + 1}`,
    slot,
    ...fromValues,
    ...where.values,
  );
  if (size > mostInSet) {
    db.run("DELETE FROM temp.fleet_match WHERE slot = ?", slot);
    memo.sets.set(key, "too-many");
    return undefined;
  }
  scratch.rows += size;
  const set: MatchSet = { slot, size, generation: scratch.generation };
  memo.sets.set(key, set);
  return set;
}

/** The rows of a set, unordered. */
export function setSource({ slot }: MatchSet, table: string): Source {
  return {
    from: `temp.fleet_match x CROSS JOIN ${table} m ON m.rid = x.rid`,
    fromValues: [],
    where: { sql: "x.slot = ?", values: [slot] },
  };
}

/** Restricts a source to a set without changing its order. */
export function withinSet({ slot }: MatchSet, source: Source): Source {
  return {
    ...source,
    from: `${source.from} CROSS JOIN temp.fleet_match x ON x.slot = ? AND x.rid = m.rid`,
    fromValues: [...source.fromValues, slot],
  };
}

/** All rows that match a filter, starting from its most selective predicate, without reading rows as far as possible. */
function matches(scope: Scope, filter: readonly Predicate[]): Source {
  const few = smallest(scope, filter, scope.effort.coveredCollected)?.predicate;
  const driver = few ?? filter.find(({ kind }) => kind !== "contains") ?? filter[0];
  if (driver === undefined) throw new Error("a set needs a filter");
  const source = few === undefined ? ownSource(scope, driver) : sourceOf(scope, driver);
  const rest = filter.filter((predicate) => predicate !== driver);
  const inIndex = (field: string): boolean => field === "id" || carried[scope.collection].includes(field);
  const conditions: SqlPart[] = [
    ...rest.filter(({ field }) => inIndex(field)).map(conditionOf),
    ...rest.filter(({ field }) => !inIndex(field)).map((predicate) => memberCondition(scope, predicate)),
  ];
  return { ...source, where: both(source.where, ...conditions) };
}

function scratchOf(db: WriteDb): Scratch {
  const existing = scratches.get(db);
  if (existing !== undefined && existing.rows <= mostRows) return existing;
  if (existing === undefined) {
    db.exec(`CREATE TEMP TABLE fleet_match (slot INTEGER NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (slot, rid))
      WITHOUT ROWID`);
  } else db.exec("DELETE FROM temp.fleet_match");
  const fresh: Scratch = { generation: (existing?.generation ?? 0) + 1, slots: 0, rows: 0 };
  scratches.set(db, fresh);
  return fresh;
}
