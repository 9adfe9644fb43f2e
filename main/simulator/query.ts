/** The simulator's own parser and evaluation of `q` and `sort` (docs/service-facts.md#lists). */
import type { Field, Key, Match } from "./field.ts";

export type NameSet = "spec" | "live" | "both";

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

export type Parsed<T> =
  | { readonly ok: true; readonly value: readonly T[] }
  | { readonly ok: false; readonly message: string };

/** Comma-separated `field:criteria` pairs; the first colon of a pair separates. */
export function parseFilter(q: string, fields: readonly Field[], names: NameSet): Parsed<Condition> {
  const value: Condition[] = [];
  for (const pair of q === "" ? [] : q.split(",")) {
    const colon = pair.indexOf(":");
    if (colon < 1) return { ok: false, message: `"${pair}" is not a pair of field and criterion.` };
    const name = pair.slice(0, colon);
    const criterion = pair.slice(colon + 1).toLowerCase();
    const field = fields.find((candidate) => candidate.match !== undefined && isNamed(candidate, name, names));
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
