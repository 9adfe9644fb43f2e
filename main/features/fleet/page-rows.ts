/**
 * Records as rows, ready for the store's thread. Taken apart by the thread that has read them: the store's thread is the busier one
 * while a sync runs. Flat lists of plain values are what crosses between threads fastest.
 */
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { columns, type ColumnValue, readKey } from "./columns.ts";

export interface PageRows {
  readonly keys: readonly (string | number)[];
  /** The records as JSON text, one per key. */
  readonly raws: readonly string[];
  /** The columns' values, row after row. */
  readonly values: readonly ColumnValue[];
}

/** Rows of records; a record without an id has none. */
export function toRows(collection: Collection, records: readonly JsonRecord[]): PageRows {
  const readers = columns[collection];
  const keys: (string | number)[] = [];
  const raws: string[] = [];
  const values: ColumnValue[] = [];
  for (const record of records) {
    const key = readKey(record["id"]);
    if (key === undefined) continue;
    keys.push(key);
    raws.push(JSON.stringify(record));
    for (const { read } of readers) values.push(read(record));
  }
  return { keys, raws, values };
}
