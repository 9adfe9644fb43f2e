import { expect, test } from "vitest";
import {
  createFrozenSlice,
  type FrozenSlice,
  type SavedDraft,
} from "../../../../../../renderer/features/campaigns/wizard/frozen-slice.ts";
import { type BridgeRequest, createWaitingBridge, nextTask, openSlice } from "../../../open-slice.ts";

function openFrozen(): { readonly slice: () => FrozenSlice; readonly requests: BridgeRequest[] } {
  const { call, requests } = createWaitingBridge();
  return { slice: openSlice(createFrozenSlice, call), requests };
}

test("freezes a draft again only after the previous freeze has ended", async () => {
  const { slice, requests } = openFrozen();
  const draft = { id: 7, body: { name: "May" } };
  const saved = async (): Promise<SavedDraft> => await Promise.resolve({ ...draft });
  const first = slice().freezeDraft(7, saved);
  await nextTask();
  const second = slice().freezeDraft(7, saved);
  await nextTask();
  // Edited while the first freeze ends.
  draft.body = { name: "June" };
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

test("names the draft that is frozen, and the draft whose freeze failed", async () => {
  const { slice, requests } = openFrozen();
  const saved = Promise.withResolvers<SavedDraft>();
  const freezing = slice().freezeDraft(undefined, () => saved.promise);
  expect(slice().freezing).toEqual({ draft: undefined, name: "", rows: 0 });
  saved.resolve({ id: 7, body: { name: "May" } });
  await nextTask();
  slice().setPlanningProgress("May", 12);
  expect(slice().freezing).toEqual({ draft: 7, name: "May", rows: 12 });
  requests[0]?.fail("disk-full");
  await freezing;
  expect(slice()).toMatchObject({ freezing: undefined, freezeFailure: { draft: 7, failure: { code: "disk-full" } } });
});

test("ignores the response to an older request for a plan", async () => {
  const { slice, requests } = openFrozen();
  const older = slice().loadFrozen("3");
  const newer = slice().loadFrozen("3");
  for (const { answer } of requests.slice(2)) answer({ name: "newer" });
  await newer;
  for (const { answer } of requests.slice(0, 2)) answer({ name: "older" });
  await older;
  expect(slice().frozen).toEqual({ state: "ready", value: { status: { name: "newer" }, planned: { name: "newer" } } });
});
