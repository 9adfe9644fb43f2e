/**
 * A collection of records that are generated on demand from (seed, slot), with every change applied on top.
 * Invariants: a slot is never reused; ids ascend with slots; `version` changes whenever any response could differ.
 */
import type { JsonObject, JsonValue } from "./values.ts";
import type { Oddities } from "./options.ts";

export interface RecordSource {
  readonly name: string;
  readonly count: number;
  readonly firstId: number;
  readonly fields: readonly Field[];
  make(slot: number): JsonObject;
}

export interface RecordChange {
  readonly id: number;
  /** Replaces these keys; an object is merged one level deep. */
  readonly set?: JsonObject;
  readonly unset?: readonly string[];
}

export class Collection {
  readonly source: RecordSource;
  #version = 0;
  #slots: number;
  readonly #changed = new Map<number, JsonObject>();
  readonly #deleted = new Set<number>();
  #live: Int32Array | undefined;

  constructor(source: RecordSource) {
    this.source = source;
    this.#slots = source.count;
  }

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#slots - this.#deleted.size;
  }

  /** The field with the live service's name `name`; throws when there is none. */
  field(name: string): Field {
    const match = this.source.fields.find((field) => field.live.includes(name));
    if (match === undefined) throw new Error(`The collection ${this.source.name} has no field ${name}.`);
    return match;
  }

  idOf(slot: number): number {
    return this.source.firstId + slot;
  }

  /** The slot of an existing record. */
  slotOf(id: number): number | undefined {
    const slot = id - this.source.firstId;
    return Number.isInteger(slot) && slot >= 0 && slot < this.#slots && !this.#deleted.has(slot) ? slot : undefined;
  }

  record(slot: number): JsonObject {
    return this.#changed.get(slot) ?? this.source.make(slot);
  }

  key(field: Field, slot: number): Key {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(slot);
    if (changed !== undefined) return field.key(changed);
    return field.quick === undefined ? field.key(this.source.make(slot)) : field.quick(slot);
  }

  /** The slots of one page in id order; costs no more than the page. */
  range(offset: number, count: number): number[] {
    const end = Math.min(offset + count, this.size);
    const slots: number[] = [];
    const live = this.#deleted.size === 0 ? undefined : this.slots();
    for (let index = Math.max(0, offset); index < end; index += 1)
      slots.push(live === undefined ? index : (live[index] ?? 0));
    return slots;
  }

  /** All existing slots in id order; shared, not to be modified. */
  slots(): Int32Array {
    this.#live ??= Int32Array.from(this.#livingSlots());
    return this.#live;
  }

  /** False when no record has this id. */
  change({ id, set = {}, unset = [] }: RecordChange): boolean {
    const slot = this.slotOf(id);
    if (slot === undefined) return false;
    const record: Record<string, JsonValue | undefined> = { ...this.record(slot) };
    for (const [name, value] of Object.entries(set)) record[name] = merge(record[name], value);
    for (const name of unset) delete record[name];
    record["id"] = id;
    this.#changed.set(slot, record);
    this.#touch();
    return true;
  }

  delete(id: number): boolean {
    const slot = this.slotOf(id);
    if (slot === undefined) return false;
    this.#deleted.add(slot);
    this.#changed.delete(slot);
    this.#touch();
    return true;
  }

  /** Adds a record like the seeded ones, with `set` applied; returns its id. */
  add(set: JsonObject): number {
    const id = this.idOf(this.#slots);
    this.#slots += 1;
    this.change({ id, set });
    return id;
  }

  #touch(): void {
    this.#version += 1;
    this.#live = undefined;
  }

  *#livingSlots(): Generator<number> {
    for (let slot = 0; slot < this.#slots; slot += 1) if (!this.#deleted.has(slot)) yield slot;
  }
}

function merge(before: JsonValue | undefined, after: JsonValue | undefined): JsonValue | undefined {
  const objects = [before, after].every(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  return objects ? { ...(before as JsonObject), ...(after as JsonObject) } : after;
}

// Fields by which a collection can be filtered and sorted: names, match rule, key.

/** A comparable value: numbers order as numbers, texts are lower-cased; undefined stands for missing, null and empty. */
export type Key = string | number | undefined;

/** `threshold` n: exact when the criterion is longer than n characters, else startsWith. */
type Match = "exact" | "wildcard" | "startsWith" | { readonly threshold: number };

export interface Field {
  /** Names in the specification. */
  readonly spec: readonly string[];
  /** Names the live service uses. */
  readonly live: readonly string[];
  readonly match: Match;
  readonly key: (record: JsonObject) => Key;
  /** The same key of an unchanged seeded record, without building the record. */
  readonly quick?: (slot: number) => Key;
}

export function keyOf(value: JsonValue | undefined): Key {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" && value !== "" ? value.toLowerCase() : undefined;
}

/** The key of digits: always text, whatever the type in the record. */
function digitsKey(value: JsonValue | undefined): Key {
  return keyOf(typeof value === "number" ? String(value) : value);
}

/** The value at a path of keys inside a record. */
export function at(record: JsonObject, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** The value of a field in an unchanged seeded record. */
type Seeded = (slot: number) => JsonValue | undefined;

/** A field with the same name in the specification and the live service. */
export function textField(name: string, match: Match, seeded?: Seeded, path: readonly string[] = [name]): Field {
  return field(name, match, path, keyOf, seeded);
}

export function digitsField(name: string, match: Match, seeded: Seeded, path: readonly string[] = [name]): Field {
  return field(name, match, path, digitsKey, seeded);
}

/** A field that is compared by the id of the object in the record. */
export function referenceField(name: string, seeded?: Seeded, path: readonly string[] = [name]): Field {
  return field(name, "exact", [...path, "id"], keyOf, seeded);
}

/** The field that every collection has. */
export function idField(firstId: number): Field {
  return textField("id", "exact", (slot) => firstId + slot);
}

/** A field that the specification does not list for this collection. */
export function liveOnly(standard: Field): Field {
  return { ...standard, spec: [] };
}

function field(
  name: string,
  match: Match,
  path: readonly string[],
  key: (value: JsonValue | undefined) => Key,
  seeded: Seeded | undefined,
): Field {
  return {
    spec: [name],
    live: [name],
    match,
    key: (record) => key(at(record, ...path)),
    quick: seeded && ((slot) => key(seeded(slot))),
  };
}

// The simulator's own parser and evaluation of `q` and `sort` (docs/service-facts.md#lists).

type NameSet = "spec" | "live" | "both";

export interface Condition {
  readonly field: Field;
  readonly name: string;
  /** Lower-cased. */
  readonly criterion: string;
}

export interface SortKey {
  readonly field: Field;
  readonly descending: boolean;
}

type Parsed<T> = { readonly ok: true; readonly value: readonly T[] } | { readonly ok: false; readonly message: string };

/** Comma-separated `field:criteria` pairs; the first colon of a pair separates. */
export function parseFilter(q: string, fields: readonly Field[], names: NameSet): Parsed<Condition> {
  const value: Condition[] = [];
  for (const pair of q === "" ? [] : q.split(",")) {
    const colon = pair.indexOf(":");
    if (colon < 1) return { ok: false, message: `"${pair}" is not a pair of field and criterion.` };
    const name = pair.slice(0, colon);
    const criterion = pair.slice(colon + 1).toLowerCase();
    const field = fields.find((candidate) => isNamed(candidate, name, names));
    if (field === undefined) return { ok: false, message: `The field "${name}" cannot be filtered by.` };
    if (criterion === "") return { ok: false, message: `The field "${name}" has no criterion.` };
    value.push({ field, name, criterion });
  }
  return { ok: true, value };
}

/** Comma-separated field names, each with an optional `-` or `+` before it. */
export function parseSort(sort: string, fields: readonly Field[]): Parsed<SortKey> {
  const value: SortKey[] = [];
  for (const part of sort === "" ? [] : sort.split(",")) {
    const name = part.startsWith("-") || part.startsWith("+") ? part.slice(1) : part;
    const field = fields.find((candidate) => isNamed(candidate, name, "both"));
    if (field === undefined) return { ok: false, message: `The field "${name}" cannot be sorted by.` };
    value.push({ field, descending: part.startsWith("-") });
  }
  return { ok: true, value };
}

/** Whether a key matches a criterion; a missing value only matches `null` where the match is exact. */
export function matcher(match: Match, criterion: string): (key: Key) => boolean {
  if (match === "wildcard") return wildcard(criterion);
  if (isExact(match, criterion)) {
    return criterion === "null"
      ? (key) => key === undefined || key === "null"
      : (key) => key !== undefined && String(key) === criterion;
  }
  return (key) => key !== undefined && String(key).startsWith(criterion);
}

/** Whether a criterion of this length is compared as a whole. */
export function isExact(match: Match, criterion: string): boolean {
  if (typeof match === "object") return criterion.length > match.threshold;
  return match === "exact";
}

/** `*` stands for any run of characters; a text without one matches anywhere in the field. */
function wildcard(criterion: string): (key: Key) => boolean {
  if (!criterion.includes("*")) return (key) => key !== undefined && String(key).includes(criterion);
  const [head = "", ...rest] = criterion.split("*");
  const tail = rest.pop() ?? "";
  return (key) => {
    const text = key === undefined ? undefined : String(key);
    if (text === undefined || text.length < head.length + tail.length) return false;
    if (!text.startsWith(head) || !text.endsWith(tail)) return false;
    let from = head.length;
    for (const part of rest) {
      const index = text.indexOf(part, from);
      if (index < 0) return false;
      from = index + part.length;
    }
    return from <= text.length - tail.length;
  };
}

/** Compares by the keys in their order; 0 when all are equal. */
export function orderBy<T>(keys: readonly SortKey[], read: (field: Field) => (item: T) => Key): (a: T, b: T) => number {
  const columns = keys.map(({ field, descending }) => ({ key: read(field), sign: descending ? -1 : 1 }));
  return (a, b) => {
    for (const { key, sign } of columns) {
      const order = compareKeys(key(a), key(b));
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

/** Missing before numbers before texts; texts by code points. */
export function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : compareTexts(a, b);
}

/** UTF-16 order differs from code point order only where a surrogate is compared with a unit above the surrogates. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right)
      return (isSurrogate(left) ? left + 0x10000 : left) - (isSurrogate(right) ? right + 0x10000 : right);
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

function isNamed(field: Field, name: string, names: NameSet): boolean {
  return (names !== "live" && field.spec.includes(name)) || (names !== "spec" && field.live.includes(name));
}

// Paging of lists: the records of a page and its headers, oddities included.

export interface PageLimits {
  readonly byDefault: number;
  readonly maximum: number;
}

interface PageWindow {
  readonly offset: number;
  readonly count: number;
}

interface PagePlan extends PageWindow {
  readonly headers: readonly (readonly [string, string])[];
}

interface PageFacts {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly requestedPerPage: number;
}

/** `url` is the absolute address of the request; the parameters are read from it, `total` is the number of matching records. */
export function planPage(url: URL, total: number, limits: PageLimits, oddities: Oddities): PagePlan {
  const byDefault = oddities.perPageDefault ?? limits.byDefault;
  const perPageParam = wholeNumber(url.searchParams.get("per_page"));
  const requestedPerPage = perPageParam < 1 ? byDefault : perPageParam;
  const perPage = Math.min(requestedPerPage, oddities.perPageMaximum ?? limits.maximum);
  const promised = Math.max(0, total + (oddities.lyingTotals ?? 0));
  const pages = Math.max(1, Math.ceil(promised / perPage));
  const lastFull = Math.max(1, Math.ceil(total / perPage));
  const requestedPage = Math.max(1, wholeNumber(url.searchParams.get("page")));
  const page = Math.min(requestedPage, pages);
  const facts: PageFacts = { page, pages, total: promised, requestedPerPage };
  const headers = oddities.noPagingHeaders === true ? [] : pageHeaders(url, facts, oddities);
  if (oddities.emptyBeyondLast === true && requestedPage > lastFull) return { offset: 0, count: 0, headers };
  const servedPage = Math.min(page, lastFull);
  const drift = (servedPage - 1) * (oddities.driftPerPage ?? 0);
  return { offset: Math.max(0, (servedPage - 1) * perPage + drift), count: perPage, headers };
}

function pageHeaders(url: URL, facts: PageFacts, oddities: Oddities): (readonly [string, string])[] {
  const { page, pages, total, requestedPerPage } = facts;
  const headers: [string, string][] = [
    ["X-Count-Per-Page", String(requestedPerPage)],
    ["X-Current-Page", String(page)],
    ["X-Sort", printable(url.searchParams.get("sort") ?? "id")],
  ];
  const q = url.searchParams.get("q");
  if (q !== null && q !== "") headers.push(["X-Filter", printable(q)]);
  if (oddities.noTotals !== true) headers.push(["X-Total-Count", String(total)], ["X-Total-Pages", String(pages)]);
  if (oddities.twinHeaders === true) {
    headers.push(
      ["X-Count", String(total)],
      ["X-Page", String(page)],
      ["X-Pages", String(pages)],
      ["X-Per-Page", String(requestedPerPage)],
    );
  }
  if (oddities.noLinkHeader !== true)
    headers.push(["Link", oddities.emptyLink === true ? "" : links(url, facts, oddities)]);
  return oddities.lowerCaseHeaders === true ? headers.map(([name, value]) => [name.toLowerCase(), value]) : headers;
}

function links(url: URL, { page, pages }: PageFacts, oddities: Oddities): string {
  const to = (target: number, rel: string): string => {
    const address = new URL(url);
    address.searchParams.set("page", String(target));
    return `<${address.href}>; rel="${rel}"`;
  };
  const entries = [to(1, "first")];
  if (page > 1) entries.push(to(page - 1, "prev"));
  if (page < pages || oddities.endlessNext === true) entries.push(to(page + 1, "next"));
  return [...entries, to(pages, "last")].join(", ");
}

/** 0 for anything that is not a number. */
function wholeNumber(text: string | null): number {
  const value = Math.trunc(Number(text ?? ""));
  return Number.isFinite(value) ? value : 0;
}

/** Header values contain visible ASCII only. */
function printable(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
