/**
 * Converts records to rows for the store's thread. This runs in the thread that reads the records, because the store's thread is the busier
 * one during a sync. Flat lists of primitive values are the fastest to transfer between threads.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { columns, type ColumnValue, readKey } from "./columns.ts";

export interface PageRows {
  readonly keys: readonly (string | number)[];
  /** The records as JSON text, one per key. */
  readonly rawRecords: readonly string[];
  /** The values of the columns, row after row. */
  readonly values: readonly ColumnValue[];
}

/** Converts records to rows; records without an id are skipped. */
export function toRows(collection: Collection, records: readonly JsonRecord[]): PageRows {
  const readers = columns[collection];
  const keys: (string | number)[] = [];
  const rawRecords: string[] = [];
  const values: ColumnValue[] = [];
  for (const record of records) {
    const key = readKey(record["id"]);
    if (key === undefined) continue;
    keys.push(key);
    rawRecords.push(JSON.stringify(record));
    for (const { read } of readers) values.push(read(record));
  }
  return { keys, rawRecords, values };
}
