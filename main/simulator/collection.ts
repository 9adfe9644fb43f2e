/**
 * A collection of records that are generated on demand from (seed, slot), with every change applied on top.
 * Invariants: a slot is never reused; ids ascend with slots; `version` changes whenever any response could differ.
 */
import { type Field, type Key, keyOf } from "./field.ts";
import type { JsonObject, JsonValue } from "./json.ts";

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

/** The field that every collection has. */
export function idField(firstId: number): Field {
  return {
    spec: ["id"],
    live: ["id"],
    match: "exact",
    key: (record) => keyOf(record["id"]),
    quick: (slot) => firstId + slot,
  };
}

function merge(before: JsonValue | undefined, after: JsonValue | undefined): JsonValue | undefined {
  const objects = [before, after].every(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  return objects ? { ...(before as JsonObject), ...(after as JsonObject) } : after;
}
