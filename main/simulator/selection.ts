/** The slots that a filter and a sort select, with the last results cached so that paging does not repeat the work. */
import type { Collection } from "./collection.ts";
import type { Field, Key } from "./field.ts";
import { compareKeys, type Condition, isExact, matcher, type SortKey } from "./query.ts";

const remembered = 12;

export class Selector {
  readonly #collection: Collection;
  readonly #answers = new Map<string, Int32Array>();
  #version = -1;

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** Existing slots in the requested order; the texts are the key of the cached result. */
  select(conditions: readonly Condition[], keys: readonly SortKey[], q: string, sort: string): Int32Array {
    return this.#remember(`${sort}?${q}`, () => {
      if (conditions.length === 0) return this.#ordered(this.#collection.slots(), keys);
      const tests = conditions.map(({ field, criterion }) => ({
        field,
        test: matcher(field.match ?? "exact", criterion),
      }));
      const matching = this.#candidates(conditions).filter((slot) =>
        tests.every(({ field, test }) => test(this.#collection.key(field, slot))),
      );
      return this.#ordered(matching, keys);
    });
  }

  /** A subset of the slots where one condition can be answered from an ordered column. */
  #candidates(conditions: readonly Condition[]): Int32Array {
    for (const { field, criterion } of conditions) {
      const match = field.match ?? "exact";
      if (match === "wildcard" || criterion === "null") continue;
      if (field.live.includes("id")) return Int32Array.from(this.#byId(criterion));
      if (match !== "exact") return this.#prefixRange(field, criterion, isExact(match, criterion));
    }
    return this.#collection.slots();
  }

  #byId(criterion: string): number[] {
    const slot = this.#collection.slotOf(Number(criterion));
    return slot === undefined ? [] : [slot];
  }

  #prefixRange(field: Field, prefix: string, exact: boolean): Int32Array {
    const name = field.spec[0] ?? field.live[0] ?? "";
    const order = this.#remember(`${name}?`, () =>
      this.#ordered(this.#collection.slots(), [{ field, descending: false }]),
    );
    const keyAt = (index: number): Key => this.#collection.key(field, order[index] ?? 0);
    const first = lowerBound(order.length, (index) => compareKeys(keyAt(index), prefix) >= 0);
    const past = (key: Key): boolean => (exact ? compareKeys(key, prefix) > 0 : !String(key).startsWith(prefix));
    const end = lowerBound(order.length, (index) => index >= first && past(keyAt(index)));
    return order.slice(first, end).sort();
  }

  /** Equal keys keep id order in both directions, which the stable sort of slots in id order gives. */
  #ordered(slots: Int32Array, keys: readonly SortKey[]): Int32Array {
    if (keys.length === 0) return slots;
    const columns = keys.map(({ field, descending }) => ({
      values: Array.from(slots, (slot) => this.#collection.key(field, slot)),
      sign: descending ? -1 : 1,
    }));
    const positions = Int32Array.from(slots, (_, index) => index).sort((a, b) => {
      for (const { values, sign } of columns) {
        const order = compareKeys(values[a], values[b]);
        if (order !== 0) return sign * order;
      }
      return a - b;
    });
    return positions.map((position) => slots[position] ?? 0);
  }

  #remember(key: string, compute: () => Int32Array): Int32Array {
    if (this.#version !== this.#collection.version) this.#answers.clear();
    this.#version = this.#collection.version;
    const answer = this.#answers.get(key) ?? compute();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > remembered && oldest.done !== true) this.#answers.delete(oldest.value);
    return answer;
  }
}

/** The first index in [0, length) for which the monotonic predicate `holds` is true; `length` when there is none. */
function lowerBound(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
