import { expect, onTestFinished, test } from "vitest";
import { createFrozenSlice, type FrozenSlice } from "../../../../../renderer/features/campaign-wizard/frozen-slice.ts";

interface Request {
  readonly address: string;
  readonly answer: (value: object) => void;
  readonly fail: (code: string) => void;
}

/** The slice over a bridge whose answers are given by hand. */
function openSlice(): { readonly slice: () => FrozenSlice; readonly requests: Request[] } {
  const requests: Request[] = [];
  const call = (address: string): Promise<unknown> =>
    new Promise((resolve) => {
      requests.push({
        address,
        answer: (value) => resolve({ ok: true, value }),
        fail: (code) => resolve({ ok: false, failure: { code, message: `It failed: ${code}.` } }),
      });
    });
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  let state: FrozenSlice;
  const slice = (): FrozenSlice => state;
  state = createFrozenSlice((change) => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  }, slice);
  return { slice, requests };
}

const nextTask = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("a draft is frozen again only once the freeze before it has ended", async () => {
  const { slice, requests } = openSlice();
  const first = slice().freezeDraft(7, { name: "May" });
  await nextTask();
  const second = slice().freezeDraft(7, { name: "June" });
  await nextTask();
  expect(requests.map(({ address }) => address)).toEqual(["drafts.freeze"]);
  requests[0]?.fail("aborted");
  expect(await first).toBe(undefined);
  await nextTask();
  expect(slice()).toMatchObject({ freezing: { name: "June" }, freezeFailure: undefined });
  requests[1]?.answer({ campaignId: "3", planned: 1 });
  await nextTask();
  for (const { answer } of requests.slice(2)) answer({});
  expect(await second).toBe("3");
  expect(slice()).toMatchObject({ frozenId: "3", frozenBody: { body: { name: "June" } }, freezing: undefined });
});

test("the answer to an older request for a plan does not replace the newer one", async () => {
  const { slice, requests } = openSlice();
  const older = slice().loadFrozen("3");
  const newer = slice().loadFrozen("3");
  for (const { answer } of requests.slice(2)) answer({ name: "newer" });
  await newer;
  for (const { answer } of requests.slice(0, 2)) answer({ name: "older" });
  await older;
  expect(slice().frozen).toEqual({ state: "ready", value: { status: { name: "newer" }, planned: { name: "newer" } } });
});
