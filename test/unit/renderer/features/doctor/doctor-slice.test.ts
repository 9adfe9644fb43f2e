import { expect, onTestFinished, test } from "vitest";
import {
  createDoctorSlice,
  type DoctorSlice,
  presentList,
  sameList,
} from "../../../../../renderer/features/doctor/doctor-slice.ts";
import { shown } from "../../../../../renderer/lib/remote.ts";

interface Asked {
  readonly input: { readonly text: string; readonly kind?: string };
  answer(rows: number): void;
  refuse(message: string): void;
}

/** The slice over a bridge whose answers are given by hand. */
function openDoctor(): { readonly slice: () => DoctorSlice; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const call = (_address: string, input: Asked["input"]): Promise<unknown> =>
    new Promise((resolve) => {
      const row = (_: unknown, index: number): object => ({ row: index + 1, given: "a", verdict: "unknown" });
      asked.push({
        input,
        answer: (rows) =>
          resolve({
            ok: true,
            value: { rows: Array.from({ length: rows }, row), counts: {}, emptyLines: 0, columns: [] },
          }),
        refuse: (message) => resolve({ ok: false, failure: { code: "too-many-rows", message } }),
      });
    });
  Object.assign(globalThis, { window: { fleet: { call } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  let state: DoctorSlice;
  const slice = (): DoctorSlice => state;
  state = createDoctorSlice((change) => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  }, slice);
  return { slice, asked };
}

test("the answer to an older question is dropped, whenever it comes", async () => {
  const { slice, asked } = openDoctor();
  slice().typeList("first");
  const first = slice().examineList("Acme");
  slice().typeList("second");
  const second = slice().examineList("Acme");
  asked[1]?.answer(2);
  await second;
  asked[0]?.answer(1);
  await first;
  expect(shown(slice().examination)).toMatchObject({ of: { text: "second" }, connection: "Acme" });
});

test("a failure keeps the text and the verdicts that were there", async () => {
  const { slice, asked } = openDoctor();
  slice().typeList("a");
  const first = slice().examineList("Acme");
  asked[0]?.answer(3);
  await first;
  slice().typeList("a very long one");
  const second = slice().examineList("Acme");
  asked[1]?.refuse("The list has more than 200,000 rows.");
  await second;
  expect(slice().doctorText).toBe("a very long one");
  expect(slice().examination).toMatchObject({ state: "failed", value: { of: { text: "a" } } });
});

test("a file stands in for what was typed, which comes back without it", () => {
  const { slice } = openDoctor();
  slice().typeList("typed");
  slice().dropFile({ name: "a.csv", text: "dropped" });
  expect(presentList(slice()).text).toBe("dropped");
  slice().dropFile(undefined);
  expect(presentList(slice()).text).toBe("typed");
});

test("another reading of an examined list is examined at once, on the same connection", async () => {
  const { slice, asked } = openDoctor();
  slice().typeList("a");
  slice().readListAs({ kind: "imsi" });
  expect(asked).toHaveLength(0);
  const first = slice().examineList("Acme");
  asked[0]?.answer(1);
  await first;
  slice().readListAs({ kind: "iccid" });
  expect(asked.map(({ input }) => input.kind)).toEqual(["imsi", "iccid"]);
});

test("a list is another one by its text, its kind or its column", () => {
  const list = { text: "a", kind: undefined, column: undefined };
  expect(sameList(list, { ...list })).toBe(true);
  for (const change of [{ text: "b" }, { kind: "imsi" }, { column: 2 }] as const)
    expect(sameList(list, { ...list, ...change })).toBe(false);
});
