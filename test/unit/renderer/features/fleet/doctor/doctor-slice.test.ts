import { expect, test } from "vitest";
import {
  createDoctorSlice,
  type DoctorSlice,
  currentInput,
  sameList,
} from "../../../../../../renderer/features/fleet/doctor/doctor-slice.ts";
import { dataOf } from "../../../../../../renderer/lib/async-state.ts";
import { type BridgeRequest, createWaitingBridge, openSlice } from "../../../open-slice.ts";

interface Input {
  readonly text: string;
  readonly kind?: string;
}

function openDoctor(): { readonly slice: () => DoctorSlice; readonly requests: BridgeRequest<Input>[] } {
  const { call, requests } = createWaitingBridge<Input>();
  return { slice: openSlice(createDoctorSlice, call), requests };
}

/** The response of an examination with this many rows. */
function examined(rows: number): object {
  const row = (_: unknown, index: number): object => ({ row: index + 1, identifier: "a", verdict: "unknown" });
  return { rows: Array.from({ length: rows }, row), counts: {}, emptyLines: 0, columns: [] };
}

test("discards the response to an older request whenever it arrives", async () => {
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

test("preserves text and verdicts on failure", async () => {
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

test("shows a file instead of the entered text, which returns when the file is removed", () => {
  const { slice } = openDoctor();
  slice().typeList("typed");
  slice().dropFile({ name: "a.csv", text: "dropped" }, undefined);
  expect(currentInput(slice()).text).toBe("dropped");
  slice().dropFile(undefined, undefined);
  expect(currentInput(slice()).text).toBe("typed");
});

test("re-examines the list on the same connection when parsing options change", async () => {
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

test("treats text, kind and column as the identity of a list", () => {
  const list = { text: "a", kind: undefined, column: undefined };
  expect(sameList(list, { ...list })).toBe(true);
  for (const change of [{ text: "b" }, { kind: "imsi" }, { column: 2 }] as const)
    expect(sameList(list, { ...list, ...change })).toBe(false);
});

test("examines an opened file immediately and marks the previous verdicts as outdated until then", async () => {
  const { slice, requests } = openDoctor();
  slice().typeList("first");
  const first = slice().examineList("Acme");
  requests[0]?.answer(examined(1));
  await first;
  slice().dropFile({ name: "customers.csv", text: "second" }, "Acme");
  expect(requests[1]).toMatchObject({ address: "doctor.examine", input: { text: "second", connection: "Acme" } });
  const old = dataOf(slice().examination);
  expect(old !== undefined && sameList(old.of, currentInput(slice()))).toBe(false);
});
