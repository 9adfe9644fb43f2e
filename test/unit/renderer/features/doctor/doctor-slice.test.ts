import { expect, test } from "vitest";
import {
  createDoctorSlice,
  type DoctorSlice,
  presentList,
  sameList,
} from "../../../../../renderer/features/doctor/doctor-slice.ts";
import { dataOf } from "../../../../../renderer/lib/async-state.ts";
import { type BridgeRequest, createWaitingBridge, openSlice } from "../../open-slice.ts";

interface Input {
  readonly text: string;
  readonly kind?: string;
}

function openDoctor(): { readonly slice: () => DoctorSlice; readonly requests: BridgeRequest<Input>[] } {
  const { call, requests } = createWaitingBridge<Input>();
  return { slice: openSlice(createDoctorSlice, call), requests };
}

/** The answer of an examination with so many rows. */
function examined(rows: number): object {
  const row = (_: unknown, index: number): object => ({ row: index + 1, identifier: "a", verdict: "unknown" });
  return { rows: Array.from({ length: rows }, row), counts: {}, emptyLines: 0, columns: [] };
}

test("the answer to an older question is dropped, whenever it comes", async () => {
  const { slice, requests } = openDoctor();
  slice().typeList("first");
  const first = slice().examineList("Acme");
  slice().typeList("second");
  const second = slice().examineList("Acme");
  requests[1]?.answer(examined(2));
  await second;
  requests[0]?.answer(examined(1));
  await first;
  expect(dataOf(slice().examination)).toMatchObject({ of: { text: "second" }, connection: "Acme" });
});

test("a failure keeps the text and the verdicts that were there", async () => {
  const { slice, requests } = openDoctor();
  slice().typeList("a");
  const first = slice().examineList("Acme");
  requests[0]?.answer(examined(3));
  await first;
  slice().typeList("a very long one");
  const second = slice().examineList("Acme");
  requests[1]?.fail("too-many-rows", "The list has more than 200,000 rows.");
  await second;
  expect(slice().doctorText).toBe("a very long one");
  expect(slice().examination).toMatchObject({ state: "failed", value: { of: { text: "a" } } });
});

test("a file stands in for what was typed, which comes back without it", () => {
  const { slice } = openDoctor();
  slice().typeList("typed");
  slice().dropFile({ name: "a.csv", text: "dropped" }, undefined);
  expect(presentList(slice()).text).toBe("dropped");
  slice().dropFile(undefined, undefined);
  expect(presentList(slice()).text).toBe("typed");
});

test("another reading of an examined list is examined at once, on the same connection", async () => {
  const { slice, requests } = openDoctor();
  slice().typeList("a");
  slice().readListAs({ kind: "imsi" });
  expect(requests).toHaveLength(0);
  const first = slice().examineList("Acme");
  requests[0]?.answer(examined(1));
  await first;
  slice().readListAs({ kind: "iccid" });
  expect(requests.map(({ input }) => input.kind)).toEqual(["imsi", "iccid"]);
});

test("a list is another one by its text, its kind or its column", () => {
  const list = { text: "a", kind: undefined, column: undefined };
  expect(sameList(list, { ...list })).toBe(true);
  for (const change of [{ text: "b" }, { kind: "imsi" }, { column: 2 }] as const)
    expect(sameList(list, { ...list, ...change })).toBe(false);
});

test("an opened file is examined at once, and until its verdicts come the old ones are of another list", async () => {
  const { slice, requests } = openDoctor();
  slice().typeList("first");
  const first = slice().examineList("Acme");
  requests[0]?.answer(examined(1));
  await first;
  slice().dropFile({ name: "customers.csv", text: "second" }, "Acme");
  expect(requests[1]).toMatchObject({ address: "doctor.examine", input: { text: "second", connection: "Acme" } });
  const old = dataOf(slice().examination);
  expect(old !== undefined && sameList(old.of, presentList(slice()))).toBe(false);
});
