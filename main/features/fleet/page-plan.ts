/**
 * Selects the next rows in order, without skipping rows between pages.
 *
 * - A predicate with few rows: they are read and sorted.
 * - Otherwise an index is walked in the requested order, and the predicates are evaluated on the way.
 * - A leading key with few distinct values is read value by value, each as an additional predicate; so is "missing", which may be a large
 *   part of any column. Equal keys are ordered by ascending id in either direction (docs/service-facts.md#lists).
 */
import type { SortKey } from "../../core/api/query.ts";
import {
  isWide,
  type Scope,
  type Source,
  smallest,
  smallestCombined,
  sourceOf,
  tableBy,
  memberCondition,
} from "./candidates.ts";
import { isGrouped, tableOf, carried } from "./columns.ts";
import type { SqlPart, ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { type Predicate, both, conditionOf, fieldsOf, noContact } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { contactVersion } from "../../core/store/endpoint-contacts.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";

const nothing: SelectedRows = { rows: [], skipped: 0 };

/** Row numbers (`rid`) of the next rows, at most `limit`. */
export function nextRows(scope: Scope, plan: Omit<PagePlan, "skip">): readonly number[] {
  return findRows(scope, { ...plan, skip: 0 }).rows;
}

/** The next rows after the skipped ones. */
export function findRows(scope: Scope, plan: PagePlan): SelectedRows {
  if (plan.limit <= 0) return nothing;
  const { predicates, keys } = plan;
  const set = cachedSet(scope, plan.filter);
  if (set !== undefined && set.size <= scope.effort.collected) {
    return set.size === 0 ? nothing : collect(scope, setSource(set, tableOf(scope.collection)), plan);
  }
  const few = smallest(scope, predicates, scope.effort.collected);
  if (few !== undefined) {
    if (few.size === 0) return nothing;
    // Found by reading whole indexes, so the rows are saved.
    const wide = isWide(few.predicate) ? makeSet(scope, plan.filter, few.predicate) : undefined;
    if (wide !== undefined) return collect(scope, setSource(wide, tableOf(scope.collection)), plan);
    return collect(scope, sourceOf(scope, few.predicate), plan);
  }
  const covered = predicates.filter((one) => !isWide(one) && isCovered(scope.collection, one.field, plan));
  const some = smallest(scope, covered, scope.effort.coveredCollected);
  if (some !== undefined) return collect(scope, sourceOf(scope, some.predicate), plan);
  const combined = smallestCombined(scope, predicates);
  if (combined !== undefined) return collect(scope, sourceOf(scope, combined), plan);
  const [key] = keys;
  if (key === undefined || key.field === "id") return walk(scope, idIndex(predicates), plan);
  const groups = isGrouped(scope.collection, key.field) ? groupsOf(scope, key.field) : undefined;
  return groups === undefined ? valuesAndMissing(scope, plan, key) : groupByGroup(scope, plan, key, groups);
}

function groupByGroup(scope: Scope, plan: PagePlan, key: SortKey, groups: readonly CursorKey[]): SelectedRows {
  const start = plan.after?.[0];
  const parts: Part[] = [];
  for (const group of key.descending ? groups.toReversed() : groups) {
    const order = start === undefined ? 1 : compareKeys(group, start) * (key.descending ? -1 : 1);
    if (order < 0 || !allowsGroup(plan.predicates, key.field, group)) continue;
    parts.push((previous) => findRows(scope, inGroup(scope, plan, key, { group, here: order === 0 }, previous)));
  }
  return concatParts(plan, parts);
}

/** A key with many values: rows without a value form one group, before or after the others; the others are one walk. */
function valuesAndMissing(scope: Scope, plan: PagePlan, key: SortKey): SelectedRows {
  const start = plan.after?.[0];
  const missing: Part = (previous) =>
    allowsGroup(plan.predicates, key.field, null)
      ? findRows(scope, inGroup(scope, plan, key, { group: null, here: start === null }, previous))
      : nothing;
  const values: Part = (previous) => {
    const after = start === null ? undefined : plan.after;
    return walk(scope, { field: key.field, valuesOnly: true }, { ...remainingPlan(plan, previous), after });
  };
  if (key.descending) return concatParts(plan, start === null ? [missing] : [values, missing]);
  return concatParts(plan, start === undefined || start === null ? [missing, values] : [values]);
}

/** One part of the order; it receives the result of the parts before it. */
type Part = (previous: SelectedRows) => SelectedRows;

function concatParts(plan: PagePlan, parts: readonly Part[]): SelectedRows {
  let result = nothing;
  for (const part of parts) {
    if (result.rows.length >= plan.limit) break;
    const { rows, skipped } = part(result);
    result = { rows: result.rows.concat(rows), skipped: result.skipped + skipped };
  }
  return result;
}

function remainingPlan(plan: PagePlan, { rows, skipped }: SelectedRows): PagePlan {
  return { ...plan, skip: plan.skip - skipped, limit: plan.limit - rows.length };
}

interface Group {
  readonly group: CursorKey;
  /** The previous page ended in it. */
  readonly here: boolean;
}

function inGroup(
  { db }: Scope,
  plan: PagePlan,
  key: SortKey,
  { group, here }: Group,
  previous: SelectedRows,
): PagePlan {
  return {
    ...remainingPlan(plan, previous),
    predicates: [...plan.predicates, groupPredicate(db, key.field, group)],
    keys: plan.keys.slice(1),
    after: here ? plan.after?.slice(1) : undefined,
  };
}

/** Rows in id order; where a predicate fixes the value of an indexed column, that index has them in id order too. */
function idIndex(predicates: readonly Predicate[]): { readonly field: string; readonly valuesOnly: false } {
  const fixed = predicates.find(
    (predicate) => predicate.kind === "equal" || (predicate.kind === "missing" && !predicate.orWord),
  );
  return { field: fixed?.field ?? "id", valuesOnly: false };
}

// The distinct values of a column, if they are few.

/** Columns with more distinct values than this are not read value by value. */
const mostGroups = 200;

/** Distinct values in ascending order, found by seeking in the index; undefined when there are too many. */
function groupsOf(scope: Scope, field: string): readonly CursorKey[] | undefined {
  const { memo } = scope;
  if (memo.groups.has(field)) return memo.groups.get(field);
  const groups = findGroups(scope, field);
  memo.groups.set(field, groups);
  return groups;
}

function findGroups(scope: Scope, field: string): readonly CursorKey[] | undefined {
  const { db, connection } = scope;
  const from = tableBy(scope, field);
  const leap = (condition: string, ...values: readonly SqlValue[]): CursorKey | undefined =>
    db.get<{ v: CursorKey }>(
      `SELECT ${field} AS v FROM ${from} WHERE connection = ? AND ${condition} ORDER BY ${field} LIMIT 1`,
      connection,
      ...values,
    )?.v;
  const groups: CursorKey[] = leap(`${field} IS NULL`) === null ? [null] : [];
  let value = leap(`${field} IS NOT NULL`);
  while (value !== undefined && value !== null) {
    if (groups.length >= mostGroups) return undefined;
    groups.push(value);
    value = leap(`${field} > ?`, value);
  }
  return groups;
}

/** The group as an additional predicate. Contacts change without the rows, so theirs has their version (`contacts.ts`). */
function groupPredicate(db: ReadDb, field: string, group: CursorKey): Predicate {
  if (field === "seen" && group === null) return { kind: "contact", field, ...noContact(contactVersion(db)) };
  return group === null ? { kind: "missing", field, orWord: false } : { kind: "equal", field, value: group };
}

/** False when another predicate on the same field excludes the group; saves a walk without matches. */
function allowsGroup(predicates: readonly Predicate[], field: string, group: CursorKey): boolean {
  return predicates.every((predicate) => {
    if (predicate.field !== field) return true;
    // Without any contact, an endpoint may be silent or unknown.
    if (predicate.kind === "contact")
      return predicate.state === "none" ? group === null : group !== null || predicate.state !== "seen";
    if (predicate.kind === "equal") return predicate.value === group;
    if (predicate.kind === "missing") return group === null || (predicate.orWord && group === "null");
    return group !== null;
  });
}

// The SQL statements of a page: reading and sorting the rows of one predicate, or walking an index in order.

interface OrderedIndex {
  readonly field: string;
  /** Only rows with a value in `field`. */
  readonly valuesOnly: boolean;
}

/** The rows of a source that satisfy all predicates, sorted. */
function collect(scope: Scope, source: Source, plan: PagePlan): SelectedRows {
  return run(scope, source, both(source.where, ...plan.predicates.map(conditionOf)), plan);
}

/** Whether the index of `field` contains the keys and the fields of all predicates. */
function isCovered(collection: Collection, field: string, { predicates, keys }: PagePlan): boolean {
  const inIndex = (name: string): boolean => name === field || name === "id" || carried[collection].includes(name);
  return keys.every((key) => inIndex(key.field)) && predicates.every((predicate) => inIndex(predicate.field));
}

/** The next rows in the order of an index. */
function walk(scope: Scope, index: OrderedIndex, plan: PagePlan): SelectedRows {
  // Members are looked up one by one in a separate list, which the index does not replace.
  const inIndex = ({ field, kind }: Predicate): boolean =>
    kind !== "member" && (field === index.field || field === "id" || carried[scope.collection].includes(field));
  const covered = plan.predicates.filter((predicate) => inIndex(predicate));
  const remaining = plan.predicates.filter((predicate) => !inIndex(predicate));
  const source = walkSource(scope, index, plan);
  const along = both(source.where, ...covered.map(conditionOf));
  if (remaining.length === 0) return run(scope, source, along, plan);
  const cached = cachedSet(scope, plan.filter);
  const quick = cached === undefined ? walkReading(scope, source, along, remaining, plan) : undefined;
  if (quick !== undefined) return quick;
  const set = cached ?? (plan.filter.length === 0 ? undefined : makeSet(scope, plan.filter));
  // Far into a list this large, rows are read directly: creating a set for every part of the way costs more.
  if (set === undefined && plan.skip > 0)
    return run(scope, source, both(along, ...remaining.map((one) => conditionOf(one))), plan);
  if (set === undefined)
    return run(scope, source, both(along, ...remaining.map((one) => memberCondition(scope, one))), plan);
  // The set already satisfies the filter; group predicates are not part of it.
  const groups = remaining.filter((predicate) => !plan.filter.includes(predicate));
  const conditions = both(along, ...groups.map((one) => memberCondition(scope, one)));
  return run(scope, withinSet(set, source), conditions, plan);
}

/** Reads row by row; undefined if the page is not full after the number of rows that is worth reading. */
function walkReading(
  scope: Scope,
  source: Source,
  along: SqlPart,
  remaining: readonly Predicate[],
  plan: PagePlan,
): SelectedRows | undefined {
  if (plan.skip + plan.limit > scope.effort.readOnWalk) return undefined;
  const where = both(along, afterCondition(plan.keys, plan.after));
  const condition = both(...remaining.map(conditionOf));
  const fields = [...new Set([...plan.keys.map(({ field }) => field), ...remaining.flatMap(fieldsOf)])].join(", ");
  const order = orderBy(plan.keys);
  const inner = `SELECT m.rid, ${fields} FROM ${source.from} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
  const rows = scope.db.all<{ rid: number }>(
    `SELECT rid FROM (${inner}) WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...source.fromValues,
    ...where.values,
    scope.effort.readOnWalk,
    ...condition.values,
    plan.limit,
    plan.skip,
  );
  return rows.length < plan.limit ? undefined : { rows: rows.map(({ rid }) => rid), skipped: plan.skip };
}

function walkSource(scope: Scope, { field, valuesOnly }: OrderedIndex, plan: PagePlan): Source {
  const start: CursorKey | undefined = plan.after?.[0];
  const downFrom = plan.keys[0]?.descending === true && typeof start !== "object" ? start : undefined;
  const here: SqlPart = { sql: "m.connection = ?", values: [scope.connection] };
  const range: SqlPart =
    downFrom === undefined ? { sql: `${field} IS NOT NULL`, values: [] } : { sql: `${field} <= ?`, values: [downFrom] };
  return { from: tableBy(scope, field), fromValues: [], where: valuesOnly ? both(here, range) : here };
}

function run(scope: Scope, source: Source, conditions: SqlPart, plan: PagePlan): SelectedRows {
  const where = both(conditions, afterCondition(plan.keys, plan.after));
  const values = [...source.fromValues, ...where.values];
  const sql = `SELECT m.rid FROM ${source.from} WHERE ${where.sql} ORDER BY ${orderBy(plan.keys)} LIMIT ? OFFSET ?`;
  const rows = scope.db.all<{ rid: number }>(sql, ...values, plan.limit, plan.skip).map(({ rid }) => rid);
  if (rows.length > 0 || plan.skip === 0) return { rows, skipped: plan.skip };
  const count = `SELECT count(*) AS n FROM (SELECT 1 FROM ${source.from} WHERE ${where.sql} LIMIT ?)`;
  return { rows, skipped: scope.db.get<{ n: number }>(count, ...values, plan.skip)?.n ?? 0 };
}

// The row numbers that match a filter, cached in memory so that other sorts and further pages of the same filter can reuse them.
// Invariant: a set is used only while its rows have not changed (it is part of the memo), and never after the scratch table was emptied
// (its generation differs).

interface MatchSet {
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

/** Creates the set of a filter; undefined when it would be too large. `driver`: the predicate with few rows, if there is one. */
function makeSet(scope: Scope, filter: readonly Predicate[], driver?: Predicate): MatchSet | undefined {
  const { db, memo } = scope;
  const key = JSON.stringify(filter);
  if (memo.sets.get(key) === "too-many") return undefined;
  const scratch = scratchOf(db);
  scratch.slots += 1;
  const slot = scratch.slots;
  const { from, fromValues, where } = matches(scope, filter, driver);
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
function setSource({ slot }: MatchSet, table: string): Source {
  return {
    from: `temp.fleet_match x CROSS JOIN ${table} m ON m.rid = x.rid`,
    fromValues: [],
    where: { sql: "x.slot = ?", values: [slot] },
  };
}

/** Restricts a source to a set without changing its order. */
function withinSet({ slot }: MatchSet, source: Source): Source {
  return {
    ...source,
    from: `${source.from} CROSS JOIN temp.fleet_match x ON x.slot = ? AND x.rid = m.rid`,
    fromValues: [...source.fromValues, slot],
  };
}

/** All rows that match a filter, starting from its most selective predicate, without reading rows as far as possible. */
function matches(scope: Scope, filter: readonly Predicate[], selective?: Predicate): Source {
  const few = selective ?? smallest(scope, filter, scope.effort.coveredCollected)?.predicate;
  const driver = few ?? filter.find(({ kind }) => kind !== "contains") ?? filter[0];
  if (driver === undefined) throw new Error("a set needs a filter");
  const source = sourceOf(scope, driver);
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

// The order of rows: sort keys, the end of the previous page, and the SQL of both. Missing values come first, ties are ordered by ascending
// id.

interface PagePlan {
  /** The requested predicates; `predicates` are these and those of the groups that the page is read from. */
  readonly filter: readonly Predicate[];
  readonly predicates: readonly Predicate[];
  /** The last key is always the id. */
  readonly keys: readonly SortKey[];
  /** One value per key: the end of the previous page. */
  readonly after: readonly CursorKey[] | undefined;
  /** Rows skipped after `after`. */
  readonly skip: number;
  readonly limit: number;
}

interface SelectedRows {
  /** Row numbers (`rid`). */
  readonly rows: readonly number[];
  /** Rows skipped; fewer than requested only at the end of the list, and then `rows` is empty. */
  readonly skipped: number;
}

/** The sort keys followed by the id; keys after an id have no effect, since ids are unique. */
export function withId(keys: readonly SortKey[]): readonly SortKey[] {
  const id = keys.findIndex(({ field }) => field === "id");
  return id >= 0 ? keys.slice(0, id + 1) : [...keys, { field: "id", descending: false }];
}

/** The reversed order. */
export function reversed(keys: readonly SortKey[]): readonly SortKey[] {
  return keys.map(({ field, descending }) => ({ field, descending: !descending }));
}

function orderBy(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => (descending ? `${field} DESC` : field)).join(", ");
}

/** Rows after `after`: greater in the first key, or equal in it and greater in the others. */
function afterCondition(keys: readonly SortKey[], after: readonly CursorKey[] | undefined): SqlPart {
  const [key, ...rest] = keys;
  if (after === undefined || key === undefined) return { sql: "", values: [] };
  const start = after[0] ?? null;
  const behind = behindValue(key, start);
  if (rest.length === 0) return behind;
  const inner = afterCondition(rest, after.slice(1));
  const { field } = key;
  const level: SqlPart =
    start === null ? { sql: `${field} IS NULL`, values: [] } : { sql: `${field} = ?`, values: [start] };
  const sql = `(${behind.sql} OR (${level.sql} AND ${inner.sql}))`;
  const values = [...behind.values, ...level.values, ...inner.values];
  if (start === null || key.descending) return { sql, values };
  // The additional condition without OR lets SQLite start the index scan there.
  return { sql: `${field} >= ? AND ${sql}`, values: [start, ...values] };
}

function behindValue({ field, descending }: SortKey, start: CursorKey): SqlPart {
  if (start === null) return descending ? { sql: "FALSE", values: [] } : { sql: `${field} IS NOT NULL`, values: [] };
  return descending
    ? { sql: `(${field} < ? OR ${field} IS NULL)`, values: [start] }
    : { sql: `${field} > ?`, values: [start] };
}

/** The order of SQLite: missing, numbers, texts by code point. */
function compareKeys(a: CursorKey, b: CursorKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number" || typeof b === "number") {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return typeof a === "number" ? -1 : 1;
  }
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
