import { beforeAll, expect, test } from "vitest";
import type * as module from "../../../../../../renderer/features/fleet/doctor/use-examination.ts";
import { saveColumn } from "../../../../../../renderer/lib/saved-columns.ts";
import { openData } from "../../../open-data.ts";

let examine: (typeof module)["examine"];

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ examine } = await import("../../../../../../renderer/features/fleet/doctor/use-examination.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

/** A table whose first column is recognised; returns the columns that were read. */
function openTable(): readonly (number | undefined)[] {
  const read: (number | undefined)[] = [];
  openData<{ readonly column?: number }>((_address, { column }) => {
    read.push(column);
    const value = { rows: [], counts: {}, emptyLines: 0, columns: ["Meter", "ICCID"], column: { number: column ?? 1 } };
    return Promise.resolve({ ok: true, value });
  });
  const stored = new Map<string, string>();
  const localStorage = { getItem: (key: string) => stored.get(key), setItem: stored.set.bind(stored) };
  Object.assign(window, { localStorage });
  return read;
}

const request = { of: { text: "a", kind: undefined, column: undefined }, number: 1, connection: "Acme" };

test("a table is read by the column that was selected for the same columns before", async () => {
  const read = openTable();
  saveColumn(["Meter", "ICCID"], "ICCID");
  expect((await examine(request)).column?.number).toBe(2);
  expect(read).toEqual([undefined, 2]);
});

test("a selected column is read as it is, and without a former choice the recognised one", async () => {
  const read = openTable();
  saveColumn(["Meter", "IMEI"], "IMEI");
  await examine(request);
  saveColumn(["Meter", "ICCID"], "ICCID");
  await examine({ ...request, of: { ...request.of, column: 1 } });
  expect(read).toEqual([undefined, 1]);
});
