import { expect, test } from "vitest";
import {
  createDoctorSlice,
  type DoctorSlice,
  currentInput,
  sameList,
  viewOf,
} from "../../../../../../renderer/features/fleet/doctor/doctor-slice.ts";
import { openSlice } from "../../../open-slice.ts";

const openDoctor = (): (() => DoctorSlice) => openSlice(createDoctorSlice, () => Promise.reject(new Error("no call")));

test("shows a file instead of the entered text, which returns when the file is removed", () => {
  const slice = openDoctor();
  slice().typeList("typed");
  slice().dropFile({ name: "a.csv", text: "dropped" }, undefined);
  expect(currentInput(slice()).text).toBe("dropped");
  slice().dropFile(undefined, undefined);
  expect(currentInput(slice()).text).toBe("typed");
});

test("re-examines the list on the same connection when parsing options change", () => {
  const slice = openDoctor();
  slice().typeList("a");
  slice().readListAs({ kind: "imsi" });
  expect(slice().examination).toBeUndefined();
  slice().examineList("Acme");
  slice().readListAs({ kind: "iccid" });
  expect(slice().examination).toEqual({
    of: { text: "a", kind: "iccid", column: undefined },
    number: 2,
    connection: "Acme",
  });
});

test("treats text, kind and column as the identity of a list", () => {
  const list = { text: "a", kind: undefined, column: undefined };
  expect(sameList(list, { ...list })).toBe(true);
  for (const change of [{ text: "b" }, { kind: "imsi" }, { column: 2 }] as const)
    expect(sameList(list, { ...list, ...change })).toBe(false);
});

test("examines an opened file immediately", () => {
  const slice = openDoctor();
  slice().typeList("first");
  slice().dropFile({ name: "customers.csv", text: "second" }, "Acme");
  expect(slice().examination).toMatchObject({ of: { text: "second" }, connection: "Acme" });
});

test("the next verdicts are shown from the start, without a filter", () => {
  const slice = openDoctor();
  slice().showVerdicts(1, { verdicts: ["damaged"] });
  slice().showVerdicts(1, { place: { offset: 40, active: 2 } });
  expect(viewOf(slice().verdictView, 1)).toMatchObject({ verdicts: ["damaged"], place: { offset: 40, active: 2 } });
  expect(viewOf(slice().verdictView, 2)).toMatchObject({ verdicts: [], place: { offset: 0, active: 0 } });
});
