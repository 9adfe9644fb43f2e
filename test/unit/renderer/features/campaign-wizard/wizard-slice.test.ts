import { expect, onTestFinished, test } from "vitest";
import { createWizardSlice, type WizardSlice } from "../../../../../renderer/features/campaign-wizard/wizard-slice.ts";
import { shown } from "../../../../../renderer/lib/remote.ts";

interface Asked {
  readonly address: string;
  readonly input: { readonly id?: number; readonly body?: object; readonly step?: string };
  answer(value: object): void;
  refuse(code: string): void;
}

interface Bench {
  readonly slice: () => WizardSlice;
  readonly asked: Asked[];
  /** The pause after the last letter is over. */
  readonly pause: () => Promise<void>;
}

/** The slice over a bridge whose answers are given by hand, and timers that run when told. */
function openBench(): Bench {
  const asked: Asked[] = [];
  const call = (address: string, input: Asked["input"]): Promise<unknown> =>
    new Promise((resolve) => {
      asked.push({
        address,
        input,
        answer: (value) => resolve({ ok: true, value }),
        refuse: (code) => resolve({ ok: false, failure: { code, message: `It failed: ${code}.` } }),
      });
    });
  const timers = new Map<number, () => void>();
  let lastTimer = 0;
  const setTimeout = (run: () => void): number => {
    timers.set((lastTimer += 1), run);
    return lastTimer;
  };
  const clearTimeout = (id: number | undefined): void => void (id === undefined || timers.delete(id));
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined }, setTimeout, clearTimeout } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  let state: WizardSlice;
  const slice = (): WizardSlice => state;
  state = createWizardSlice((change) => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  }, slice);
  const pause = async (): Promise<void> => {
    const due = [...timers.values()];
    timers.clear();
    for (const run of due) run();
    await settled();
  };
  return { slice, asked, pause };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const draft = (id: number, more: object = {}): object => ({
  id,
  connection: "Acme",
  step: "text",
  body: {},
  createdAt: 1,
  updatedAt: 2,
  ...more,
});

test("nothing is kept before something is written, and what is written is kept once", async () => {
  const { slice, asked, pause } = openBench();
  await slice().openWizard(undefined);
  slice().stepWizard("text");
  await slice().keepWizard();
  expect(asked).toEqual([]);
  slice().write({ name: "M" });
  slice().write({ name: "May" });
  await pause();
  expect(asked.map(({ input }) => input)).toEqual([{ step: "text", body: { name: "May" } }]);
  asked[0]?.answer(draft(7));
  expect(await slice().keepWizard()).toBe(7);
  expect(slice().wizardSaved).toEqual({ state: "saved", at: 2 });
});

test("what is typed while the first keep is on its way goes into the same draft", async () => {
  const { slice, asked, pause } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  await pause();
  slice().write({ text: "GO" });
  await pause();
  // The second waits for the number that the first one brings.
  expect(asked).toHaveLength(1);
  asked[0]?.answer(draft(7));
  await settled();
  expect(asked[1]?.input).toEqual({ id: 7, connection: "Acme", step: "audience", body: { name: "May", text: "GO" } });
  expect(slice().wizard?.body).toEqual({ name: "May", text: "GO" });
});

test("what is typed while a keep is on its way is not left behind when the page goes", async () => {
  const { slice, asked, pause } = openBench();
  const opened = slice().openWizard(7);
  await settled();
  asked[0]?.answer(draft(7, { body: { name: "May" } }));
  await opened;
  slice().write({ text: "GO" });
  await pause();
  slice().write({ text: "GO ON" });
  slice().leaveWizard();
  await settled();
  // The answer of the first would come to nobody: the last letters do not wait for it.
  expect(asked.slice(1).map(({ input }) => input.body)).toEqual([
    { name: "May", text: "GO" },
    { name: "May", text: "GO ON" },
  ]);
});

test("a draft that is gone is written anew, with everything in it", async () => {
  const { slice, asked, pause } = openBench();
  const opened = slice().openWizard(7);
  await settled();
  asked[0]?.answer(draft(7, { body: { name: "May" }, campaignId: "3" }));
  await opened;
  slice().write({ text: "GO" });
  await pause();
  asked[1]?.refuse("draft-unknown");
  await settled();
  expect(asked[2]?.input).toEqual({ connection: "Acme", step: "text", body: { name: "May", text: "GO" } });
  asked[2]?.answer(draft(8));
  await settled();
  expect(slice().wizard).toMatchObject({ id: 8, openedAs: 7, campaignId: undefined });
});

test("what could not be kept is said, stays, and is tried again", async () => {
  const { slice, asked, pause } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  await pause();
  asked[0]?.refuse("disk-full");
  await settled();
  expect(slice().wizardSaved).toEqual({ state: "failed", message: "It failed: disk-full." });
  await pause();
  expect(asked[1]?.input.body).toEqual({ name: "May" });
});

test("the number of a draft is missing while its last change is not saved", async () => {
  const { slice, asked } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  const first = slice().keepWizard();
  await settled();
  asked[0]?.answer(draft(7));
  expect(await first).toBe(7);
  slice().write({ name: "June" });
  const second = slice().keepWizard();
  await settled();
  asked[1]?.refuse("disk-full");
  expect(await second).toBe(undefined);
  const third = slice().keepWizard();
  await settled();
  asked[2]?.answer(draft(7));
  expect(await third).toBe(7);
});

test("going to another draft keeps the one that is left", async () => {
  const { slice, asked } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  const opened = slice().openWizard(9);
  await settled();
  expect(asked.map(({ address }) => address)).toEqual(["drafts.save"]);
  asked[0]?.answer(draft(7));
  await settled();
  expect(asked[1]).toMatchObject({ address: "drafts.get", input: { id: 9 } });
  asked[1]?.answer(draft(9, { body: { name: "June" } }));
  await opened;
  expect(slice().wizard).toMatchObject({ id: 9, body: { name: "June" } });
});

test("a value that can be read takes what was typed before it along", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  slice().typeInto("rate", "abc", { rate: undefined });
  expect(slice().wizard?.body).toEqual({ typed: { rate: "abc" } });
  slice().typeInto("rate", undefined, { rate: 5 });
  expect(slice().wizard?.body).toEqual({ rate: 5 });
});

test("a filter is added and its field emptied in one change, in the draft that it was typed in alone", async () => {
  const { slice, asked } = openBench();
  await slice().openWizard(undefined);
  const turn = slice().wizard?.turn ?? 0;
  slice().typeInto("filter", "status:0,tags:x");
  slice().addFilterSource(turn, "status:0", "tags:x");
  const audience = [{ op: "add", source: { filter: "status:0" } }];
  expect(slice().wizard?.body).toEqual({ audience, typed: { filter: "tags:x" } });
  slice().addFilterSource(turn, "tags:x", "");
  expect(slice().wizard?.body).toEqual({ audience: [...audience, { op: "add", source: { filter: "tags:x" } }] });
  const opened = slice().openWizard(9);
  await settled();
  asked[0]?.answer(draft(7));
  await settled();
  asked[1]?.answer(draft(9));
  await opened;
  slice().addFilterSource(turn, "status:1", "");
  expect(slice().wizard).toMatchObject({ id: 9, body: {} });
});

test("only the judgement of what is written now is shown", async () => {
  const { slice, asked } = openBench();
  await slice().openWizard(undefined);
  slice().write({ audience: [{ op: "add", source: { filter: "status:0" } }] });
  const first = slice().previewWizard();
  slice().write({ audience: [{ op: "add", source: { filter: "status:1" } }] });
  const second = slice().previewWizard();
  asked[1]?.answer({ included: 2 });
  await second;
  asked[0]?.answer({ included: 1 });
  await first;
  expect(shown(slice().wizardPreview)).toMatchObject({ included: 2 });
});
