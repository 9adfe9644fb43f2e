/**
 * Selects the next rows in order, without skipping rows between pages.
 *
 * - A predicate with few rows: they are read and sorted.
 * - Otherwise an index is walked in the requested order, and the predicates are evaluated on the way.
 * - A leading key with few distinct values is read value by value, each as an additional predicate; so is "missing", which may be a large
 *   part of any column. Equal keys are ordered by ascending id in either direction (docs/service-facts.md#lists).
 *
 * A call looks at a limited number of rows; a search that needs more continues with another call.
 */
import type { SortKey } from "../../core/api/query.ts";
import {
  isWide,
  type MatchSet,
  type Scope,
  type Source,
  smallest,
  smallestCombined,
  sourceOf,
  tableBy,
} from "./candidates.ts";
import { isGrouped, tableOf, carried } from "./columns.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import type { SqlPart } from "../../core/store/sql.ts";
import { type Predicate, both, conditionOf, fieldsOf, noContact, rangeCondition } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { contactVersion } from "../../core/store/endpoint-contacts.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";

const noRows: SelectedRows = { rows: [], skipped: 0 };

/**
 * "first": a short step, which finds a page of most filters. "next": also converts a filter with few matches to the set of its rows.
 * "walk": without sets, which are lost when rows change.
 */
export type SearchStep = "first" | "next" | "walk";

export interface SearchedRows extends SelectedRows {
  /** The search looked at as many rows as one step may: it continues after these key values, or from the same place. */
  readonly continuation: { readonly after: readonly CursorKey[] | undefined } | undefined;
}

/** The next rows after the skipped ones; in steps, so that the thread of the store serves other queries in between. */
export function findRows(scope: Scope, plan: Omit<PagePlan, "groups" | "search">, step: SearchStep): SearchedRows {
  const { firstStep, step: others } = scope.effort;
  const left = step === "first" ? firstStep : others;
  const search: Search = { left, place: undefined, isStopped: false, usesSets: step === "next" };
  const selected = plan.limit <= 0 ? noRows : selectRows(scope, { ...plan, groups: [], search });
  if (!search.isStopped || selected.rows.length >= plan.limit) return { ...selected, continuation: undefined };
  const last = selected.rows.at(-1);
  const after = search.place ?? (last === undefined ? plan.after : keyValuesAt(scope, plan.keys, last));
  return { ...selected, continuation: { after } };
}

function selectRows(scope: Scope, plan: PagePlan): SelectedRows {
  const { predicates, keys } = plan;
  const set = cachedSet(scope, plan.filter);
  if (set !== undefined && set.size <= scope.effort.collected) {
    return collect(scope, setSource(set, tableOf(scope.collection)), set.size, plan);
  }
  const few = smallest(scope, predicates, scope.effort.collected);
  if (few !== undefined) return collect(scope, sourceOf(scope, few.predicate), few.size, plan);
  const covered = predicates.filter((one) => !isWide(one) && isCovered(scope.collection, one.field, plan));
  const some = smallest(scope, covered, scope.effort.coveredCollected);
  if (some !== undefined) return collect(scope, sourceOf(scope, some.predicate), some.size, plan);
  const combined = smallestCombined(scope, predicates);
  if (combined !== undefined) return collect(scope, sourceOf(scope, combined), scope.effort.collected, plan);
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
    parts.push((previous) => selectRows(scope, inGroup(scope, plan, key, { group, here: order === 0 }, previous)));
  }
  return concatParts(plan, parts);
}

/** A key with many values: rows without a value form one group, before or after the others; the others are one walk. */
function valuesAndMissing(scope: Scope, plan: PagePlan, key: SortKey): SelectedRows {
  const start = plan.after?.[0];
  const missing: Part = (previous) =>
    allowsGroup(plan.predicates, key.field, null)
      ? selectRows(scope, inGroup(scope, plan, key, { group: null, here: start === null }, previous))
      : noRows;
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
  const { search } = plan;
  let result = noRows;
  for (const part of parts) {
    search.isStopped ||= search.left <= 0 && search.place !== undefined;
    if (result.rows.length >= plan.limit || search.isStopped) break;
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
    groups: [...plan.groups, group],
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

/** Looking for a row, and reading one, in index entries. */
const queryCost = 20;
const rowCost = 5;

/** The rows of a source that satisfy all predicates, sorted. */
function collect(scope: Scope, source: Source, size: number, plan: PagePlan): SelectedRows {
  const { search, filter, predicates, keys } = plan;
  search.left -= queryCost + size;
  if (size === 0) return noRows;
  const within = (conditions: readonly Predicate[]): SqlPart => both(source.where, ...conditions.map(conditionOf));
  const selected = run(scope, source, within(predicates), plan);
  const groups = predicates.filter((one) => !filter.includes(one));
  if (selected.rows.length >= plan.limit || search.left > 0 || groups.length === 0) return selected;
  const rest = both(within(groups), afterCondition(keys, plan.after));
  const last = { ...plan, keys: reversed(keys), after: undefined, skip: 0, limit: 1 };
  search.place = placeOf(scope, plan, run(scope, source, rest, last).rows[0]) ?? search.place;
  return selected;
}

/** A row in the order of a part, as a place in the whole list. */
function placeOf(scope: Scope, { groups, keys }: PagePlan, rid: number | undefined): readonly CursorKey[] | undefined {
  return rid === undefined ? undefined : [...groups, ...keyValuesAt(scope, keys, rid)];
}

/** The values of a row's sort keys. */
export function keyValuesAt({ db, collection }: Scope, keys: readonly SortKey[], rid: number): readonly CursorKey[] {
  const names = keys.map(({ field }) => field);
  const sql = `SELECT ${names.join(", ")} FROM ${tableOf(collection)} WHERE rid = ?`;
  const row = db.get<Record<string, CursorKey>>(sql, rid) ?? {};
  return names.map((name) => row[name] ?? null);
}

/** Whether the index of `field` contains the keys and the fields of all predicates. */
function isCovered(collection: Collection, field: string, { predicates, keys }: PagePlan): boolean {
  const inIndex = (name: string): boolean => name === field || name === "id" || carried[collection].includes(name);
  return keys.every((key) => inIndex(key.field)) && predicates.every((predicate) => inIndex(predicate.field));
}

/** The next rows in the order of an index, among as many entries as the search may still look at. */
function walk(scope: Scope, index: OrderedIndex, plan: PagePlan): SelectedRows {
  const { search, filter, keys } = plan;
  const carriedHere = [index.field, "id", ...carried[scope.collection]];
  const inIndex = (field: string): boolean => carriedHere.includes(field);
  // Members are looked up one by one in a separate list, which the index does not replace.
  const isInIndex = (predicate: Predicate): boolean =>
    predicate.kind !== "member" && fieldsOf(predicate).every((field) => inIndex(field));
  const needsRows = !filter.every((predicate) => isInIndex(predicate));
  const set = needsRows ? cachedSet(scope, filter) : undefined;
  if (needsRows && set === undefined && search.usesSets && extendSet(scope, filter)) {
    search.isStopped = true;
    return noRows;
  }
  // The set already satisfies the filter; group predicates are not part of it.
  const remaining = set === undefined ? plan.predicates : plan.predicates.filter((one) => !filter.includes(one));
  const isCheap = remaining.every((one) => isInIndex(one)) && keys.every(({ field }) => inIndex(field));
  const cost = isCheap ? 1 : rowCost;
  const most = Math.ceil(Math.max(search.left, queryCost) / cost);

  const source = walkSource(scope, index, plan);
  const where = both(source.where, afterCondition(keys, plan.after));
  const entries = `FROM ${source.from} WHERE ${where.sql}`;
  const fields = [...new Set([...keys.map(({ field }) => field), ...remaining.flatMap(fieldsOf)])].join(", ");
  const order = orderBy(keys);
  const matching = both(...remaining.map(conditionOf), set === undefined ? { sql: "", values: [] } : inSet(set));
  const matches = `FROM (SELECT m.rid, ${fields} ${entries} ORDER BY ${order} LIMIT ?) w${matching.sql === "" ? "" : ` WHERE ${matching.sql}`}`;
  const values = [...where.values, most, ...matching.values];
  const rows = scope.db
    .all<{ rid: number }>(`SELECT rid ${matches} ORDER BY ${order} LIMIT ? OFFSET ?`, ...values, plan.limit, plan.skip)
    .map(({ rid }) => rid);
  if (rows.length >= plan.limit) return { rows, skipped: plan.skip };

  const countSql = `SELECT count(*) AS n FROM (SELECT 1 ${entries} LIMIT ?)`;
  const seen = scope.db.get<{ n: number }>(countSql, ...where.values, most)?.n ?? 0;
  search.left -= queryCost + seen * cost;
  search.isStopped = seen === most;
  if (seen > 0 && search.left <= 0) {
    const last = `SELECT m.rid ${entries} ORDER BY ${order} LIMIT 1 OFFSET ?`;
    search.place = placeOf(scope, plan, scope.db.get<{ rid: number }>(last, ...where.values, seen - 1)?.rid);
  }
  if (rows.length > 0 || plan.skip === 0) return { rows, skipped: plan.skip };
  return { rows, skipped: scope.db.get<{ n: number }>(`SELECT count(*) AS n ${matches}`, ...values)?.n ?? 0 };
}

function walkSource(scope: Scope, { field, valuesOnly }: OrderedIndex, plan: PagePlan): Source {
  const start: CursorKey | undefined = plan.after?.[0];
  const downFrom = plan.keys[0]?.descending === true && typeof start !== "object" ? start : undefined;
  const here: SqlPart = { sql: "m.connection = ?", values: [scope.connection] };
  const values: SqlPart =
    downFrom === undefined ? { sql: `${field} IS NOT NULL`, values: [] } : { sql: `${field} <= ?`, values: [downFrom] };
  const ranges = plan.predicates.filter((predicate) => predicate.field === field).map(rangeCondition);
  return {
    from: tableBy(scope, field),
    fromValues: [],
    where: both(here, ...(valuesOnly ? [values] : []), ...ranges),
  };
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

/** The complete set of a filter. */
export function cachedSet(scope: Scope, filter: readonly Predicate[]): MatchSet | undefined {
  const set = startedSet(scope, filter);
  return set?.until === Infinity ? set : undefined;
}

function startedSet({ db, memo }: Scope, filter: readonly Predicate[]): MatchSet | undefined {
  const set = memo.sets.get(JSON.stringify(filter));
  return set !== undefined && set !== "too-many" && set.generation === scratches.get(db)?.generation ? set : undefined;
}

/** Looks for the next rows of a set that is not complete; false when it would be too large. */
function extendSet(scope: Scope, filter: readonly Predicate[]): boolean {
  const { db, connection, collection, memo, effort } = scope;
  const key = JSON.stringify(filter);
  if (memo.sets.get(key) === "too-many") return false;
  const scratch = scratchOf(db);
  const set = startedSet(scope, filter) ?? {
    slot: (scratch.slots += 1),
    generation: scratch.generation,
    size: 0,
    until: 0,
  };
  memo.sets.set(key, set);
  const table = tableOf(collection);
  const until = set.until + effort.step;
  const few = smallest(scope, filter, effort.coveredCollected);
  const range = { sql: "m.rid > ? AND m.rid <= ? AND m.connection = ?", values: [set.until, until, connection] };
  const source =
    few === undefined
      ? { from: `${table} m NOT INDEXED`, fromValues: [], where: range }
      : sourceOf(scope, few.predicate);
  const where = both(source.where, ...filter.map(conditionOf));
  const { changes } = db.run(
    `INSERT OR IGNORE INTO temp.fleet_match SELECT ?, m.rid FROM ${source.from} WHERE ${where.sql}`,
    set.slot,
    ...source.fromValues,
    ...where.values,
  );
  scratch.rows += changes;
  set.size += changes;
  const last = db.get<{ rid: number | null }>(`SELECT max(rid) AS rid FROM ${table}`)?.rid ?? 0;
  set.until = few !== undefined || until >= last ? Infinity : until;
  if (set.size <= mostInSet) return true;
  db.run("DELETE FROM temp.fleet_match WHERE slot = ?", set.slot);
  scratch.rows -= set.size;
  memo.sets.set(key, "too-many");
  return true;
}

/** The rows of a set, unordered. */
function setSource({ slot }: MatchSet, table: string): Source {
  return {
    from: `temp.fleet_match x CROSS JOIN ${table} m ON m.rid = x.rid`,
    fromValues: [],
    where: { sql: "x.slot = ?", values: [slot] },
  };
}

function inSet({ slot }: MatchSet): SqlPart {
  return { sql: "EXISTS (SELECT 1 FROM temp.fleet_match x WHERE x.slot = ? AND x.rid = w.rid)", values: [slot] };
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
  /** The values of the keys before `keys`. */
  readonly groups: readonly CursorKey[];
  readonly search: Search;
}

/** One step of a search, which goes through the list in its order. */
interface Search {
  /** Index entries that it may still look at; a row that is read counts as several. */
  left: number;
  /** The place in the list up to which it looked at all rows; undefined where it has not looked at any. */
  place: readonly CursorKey[] | undefined;
  isStopped: boolean;
  readonly usesSets: boolean;
}

interface SelectedRows {
  /** Row numbers (`rid`). */
  readonly rows: readonly number[];
  /** Rows skipped; fewer than requested only where the list or the step ends, and then `rows` is empty. */
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
