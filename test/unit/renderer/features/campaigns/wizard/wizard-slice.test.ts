import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import type { SavedList } from "#shared/contract/campaigns/drafts.ts";
import { issuesOf, pendingInputIssues } from "../../../../../../renderer/features/campaigns/wizard/draft-issues.ts";
import {
  createWizardSlice,
  type WizardSlice,
} from "../../../../../../renderer/features/campaigns/wizard/wizard-slice.ts";
import { queryClient, setCachedData } from "../../../../../../renderer/data/fleet-query.ts";
import { dataOf } from "../../../../../../renderer/lib/async-state.ts";
import { type BridgeRequest, createWaitingBridge, nextTask, openSlice } from "../../../open-slice.ts";

interface Input {
  readonly id?: number;
  readonly connection?: string;
  readonly body?: object;
  readonly step?: string;
}

interface Bench {
  readonly slice: () => WizardSlice;
  readonly requests: BridgeRequest<Input>[];
  /** Lets the delay after the last input elapse. */
  readonly pause: () => Promise<void>;
}

/** The slice over a bridge whose responses are sent by the test, with timers fired by the test. */
function openBench(): Bench {
  const { call, requests } = createWaitingBridge<Input>();
  const timers = new Map<number, () => void>();
  let lastTimer = 0;
  const setTimeout = (run: () => void): number => {
    timers.set((lastTimer += 1), run);
    return lastTimer;
  };
  const clearTimeout = (id: number | undefined): void => void (id === undefined || timers.delete(id));
  const slice = openSlice(createWizardSlice, call, { setTimeout, clearTimeout });
  const pause = async (): Promise<void> => {
    const due = [...timers.values()];
    timers.clear();
    for (const run of due) run();
    await nextTask();
  };
  return { slice, requests, pause };
}

const draft = (id: number, more: object = {}): object => ({
  id,
  connection: "Acme",
  step: "text",
  body: {},
  createdAt: 1,
  updatedAt: 2,
  ...more,
});

test("saves nothing before the first input, and the input once", async () => {
  const { slice, requests, pause } = openBench();
  await slice().openWizard(undefined);
  slice().stepWizard("text");
  await slice().saveWizard();
  expect(requests).toEqual([]);
  slice().write({ name: "M" });
  slice().write({ name: "May" });
  await pause();
  expect(requests.map(({ input }) => input)).toEqual([{ step: "text", body: { name: "May" } }]);
  requests[0]?.answer(draft(7));
  expect(await slice().saveWizard()).toBe(7);
  expect(slice().wizardSaved).toEqual({ state: "saved", at: 2 });
});

test("a proposal fills empty fields, creates no draft, and is saved with the first input", async () => {
  const { slice, requests, pause } = openBench();
  await slice().openWizard(undefined);
  const proposing = slice().proposeWizard();
  requests[0]?.answer({ from: "4911", rate: 2 });
  await proposing;
  await slice().saveWizard();
  expect(requests).toHaveLength(1);
  expect(slice().wizard?.body).toEqual({ from: "4911", rate: 2 });
  slice().write({ name: "May" });
  await pause();
  expect(requests[1]?.input).toEqual({ step: "audience", body: { from: "4911", rate: 2, name: "May" } });
});

test("a new draft belongs to the connection that was selected when it was opened", async () => {
  const { slice, requests, pause } = openBench();
  const select = (name: string): void =>
    setCachedData("connections.list", {}, { connections: [{ name, current: true }] } as never);
  onTestFinished(() => queryClient.clear());
  select("Acme");
  await slice().openWizard(undefined);
  select("Bravo");
  const proposing = slice().proposeWizard();
  requests[0]?.answer({ from: "4911" });
  await proposing;
  slice().write({ name: "May" });
  await pause();
  requests[1]?.fail("disk-full");
  await nextTask();
  await pause();
  expect(requests.map(({ address, input }) => [address, input.connection])).toEqual([
    ["drafts.propose", "Acme"],
    ["drafts.save", "Acme"],
    ["drafts.save", "Acme"],
  ]);
});

test("a proposal that arrives late replaces no input", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  const proposing = slice().proposeWizard();
  slice().write({ from: "4922" });
  requests[0]?.answer({ from: "4911", rate: 2 });
  await proposing;
  expect(slice().wizard?.body).toEqual({ from: "4922", rate: 2 });
});

test("dropped files are for the next draft, or in the wizard for its own, and are taken once", async () => {
  const { slice } = openBench();
  const files = [new File(["1"], "list.csv")];
  await slice().openWizard(undefined);
  slice().dropLists(files, true);
  expect(slice().takeDroppedLists()).toEqual([]);
  await slice().openWizard(undefined);
  expect(slice().takeDroppedLists()).toEqual(files);
  expect(slice().takeDroppedLists()).toEqual([]);
  slice().dropLists(files, false);
  expect(slice().takeDroppedLists()).toEqual(files);
});

test("saves input typed during the first save to the same draft", async () => {
  const { slice, requests, pause } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  await pause();
  slice().write({ text: "GO" });
  await pause();
  // The second save waits for the id that the first one returns.
  expect(requests).toHaveLength(1);
  requests[0]?.answer(draft(7));
  await nextTask();
  expect(requests[1]?.input).toEqual({
    id: 7,
    connection: "Acme",
    step: "audience",
    body: { name: "May", text: "GO" },
  });
  expect(slice().wizard?.body).toEqual({ name: "May", text: "GO" });
});

test("saves input typed during a save when the page unloads", async () => {
  const { slice, requests, pause } = openBench();
  const opened = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { body: { name: "May" } }));
  await opened;
  slice().write({ text: "GO" });
  await pause();
  slice().write({ text: "GO ON" });
  slice().leaveWizard();
  await nextTask();
  // Nothing would handle the response of the first save, so the last input is sent without waiting.
  expect(requests.slice(1).map(({ input }) => input.body)).toEqual([
    { name: "May", text: "GO" },
    { name: "May", text: "GO ON" },
  ]);
});

test("saves a deleted draft as a new one, with all input", async () => {
  const { slice, requests, pause } = openBench();
  const opened = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { body: { name: "May" }, campaignId: "3" }));
  await opened;
  slice().write({ text: "GO" });
  await pause();
  requests[1]?.fail("draft-unknown");
  await nextTask();
  expect(requests[2]?.input).toEqual({ connection: "Acme", step: "text", body: { name: "May", text: "GO" } });
  requests[2]?.answer(draft(8));
  await nextTask();
  expect(slice().wizard).toMatchObject({ id: 8, openedAs: 7, campaignId: undefined });
});

test.each([
  ["that was discarded", { id: 7 }],
  ["whose campaign was started", { campaignId: "3" }],
] as const)("a draft %s is saved no more, and is loaded when it is opened again", async (_draft, closed) => {
  const { slice, requests, pause } = openBench();
  const opened = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { body: { name: "May" }, campaignId: "3" }));
  await opened;
  slice().write({ text: "GO" });
  slice().closeDraft({ id: 8 });
  expect(slice().wizard).toMatchObject({ id: 7 });
  slice().closeDraft(closed);
  expect(slice()).toMatchObject({ wizardOpening: { state: "failed", failure: { code: "draft-unknown" } } });
  await pause();
  const again = slice().openWizard(7);
  slice().stepWizard("safety");
  await nextTask();
  expect(requests.map(({ address }) => address)).toEqual(["drafts.get", "drafts.get"]);
  requests[1]?.fail("draft-unknown");
  await again;
  expect(slice()).toMatchObject({ wizard: undefined, wizardOpening: { state: "failed" } });
});

test("the step of a deleted draft is not saved as a new draft; input to it is", async () => {
  const { slice, requests, pause } = openBench();
  const opened = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { body: { name: "May" } }));
  await opened;
  slice().stepWizard("safety");
  await nextTask();
  requests[1]?.fail("draft-unknown");
  await pause();
  expect(requests).toHaveLength(2);
  expect(slice().wizardSaved).toEqual({ state: "failed", message: "It failed: draft-unknown." });
  slice().write({ text: "GO" });
  slice().stepWizard("text");
  await nextTask();
  requests[2]?.fail("draft-unknown");
  await nextTask();
  expect(requests[3]?.input).toEqual({ connection: "Acme", step: "text", body: { name: "May", text: "GO" } });
});

test("reports a failed save, keeps the input and retries", async () => {
  const { slice, requests, pause } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  await pause();
  requests[0]?.fail("disk-full");
  await nextTask();
  expect(slice().wizardSaved).toEqual({ state: "failed", message: "It failed: disk-full." });
  await pause();
  expect(requests[1]?.input.body).toEqual({ name: "May" });
});

test("returns no draft id while the last change is unsaved", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  const first = slice().saveWizard();
  await nextTask();
  requests[0]?.answer(draft(7));
  expect(await first).toBe(7);
  slice().write({ name: "June" });
  const second = slice().saveWizard();
  await nextTask();
  requests[1]?.fail("disk-full");
  expect(await second).toBe(undefined);
  const third = slice().saveWizard();
  await nextTask();
  requests[2]?.answer(draft(7));
  expect(await third).toBe(7);
});

test("saves the draft before another one is opened", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  const opened = slice().openWizard(9);
  await nextTask();
  expect(requests.map(({ address }) => address)).toEqual(["drafts.save"]);
  requests[0]?.answer(draft(7));
  await nextTask();
  expect(requests[1]).toMatchObject({ address: "drafts.get", input: { id: 9 } });
  requests[1]?.answer(draft(9, { body: { name: "June" } }));
  await opened;
  expect(slice().wizard).toMatchObject({ id: 9, body: { name: "June" } });
});

test("a draft that is opened again before another one could open stays, and gets no proposal", async () => {
  const { slice, requests } = openBench();
  const first = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { body: { name: "May" } }));
  await first;
  slice().write({ name: "June" });
  const another = slice().openWizard(undefined);
  expect(slice().wizardOpening.state).toBe("loading");
  await nextTask();
  await slice().openWizard(7);
  expect(slice().wizardOpening.state).toBe("ready");
  requests[1]?.answer(draft(7));
  await another;
  await slice().proposeWizard();
  expect(slice().wizard).toMatchObject({ id: 7, body: { name: "June" } });
  expect(requests.map(({ address }) => address)).toEqual(["drafts.get", "drafts.save"]);
});

test("the step of the draft that is opened next changes nothing of the former one", async () => {
  const { slice, requests } = openBench();
  const first = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { step: "review", body: { name: "May" } }));
  await first;
  const next = slice().openWizard(9);
  slice().stepWizard("audience");
  await nextTask();
  expect(requests.map(({ address }) => address)).toEqual(["drafts.get", "drafts.get"]);
  requests[1]?.answer(draft(9, { step: "audience" }));
  await next;
  expect(slice().wizard).toMatchObject({ id: 9, step: "audience" });
});

test("removes the invalid input of a field once its value is valid", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  slice().setFieldInput("rate", "abc", { rate: undefined });
  expect(slice().wizard?.body).toEqual({ invalidInput: { rate: "abc" } });
  slice().setFieldInput("rate", undefined, { rate: 5 });
  expect(slice().wizard?.body).toEqual({ rate: 5 });
});

test("adds a filter and empties its field in one change, only in the draft where it was typed", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  const turn = slice().wizard?.turn ?? 0;
  slice().setFieldInput("filter", "status:0,tags:x");
  slice().addFilterSource(turn, "status:0", "tags:x");
  const audience = [{ op: "add", source: { filter: "status:0" } }];
  expect(slice().wizard?.body).toEqual({ audience, invalidInput: { filter: "tags:x" } });
  slice().addFilterSource(turn, "tags:x", "");
  expect(slice().wizard?.body).toEqual({ audience: [...audience, { op: "add", source: { filter: "tags:x" } }] });
  const opened = slice().openWizard(9);
  await nextTask();
  requests[0]?.answer(draft(7));
  await nextTask();
  requests[1]?.answer(draft(9));
  await opened;
  slice().addFilterSource(turn, "status:1", "");
  expect(slice().wizard).toMatchObject({ id: 9, body: {} });
});

test("shows only the preview of the current input", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  slice().write({ audience: [{ op: "add", source: { filter: "status:0" } }] });
  const first = slice().previewWizard();
  slice().write({ audience: [{ op: "add", source: { filter: "status:1" } }] });
  const second = slice().previewWizard();
  requests[1]?.answer({ included: 2 });
  await second;
  requests[0]?.answer({ included: 1 });
  await first;
  expect(dataOf(slice().wizardPreview)).toMatchObject({ included: 2 });
});

const list = (id: number, more: object = {}): SavedList => ({
  id,
  name: "customers.csv",
  columns: ["Customer", "Pin"],
  rows: 3,
  head: [],
  createdAt: 1,
  ...more,
});

test("adds a list as soon as it is read, even after its step was left", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  const turn = slice().wizard?.turn ?? 0;
  slice().setFieldInput("list", "70001");
  slice().stepWizard("text");
  slice().addList(turn, list(4, { column: "Pin" }), { pasted: { field: "list", text: "70001" } });
  expect(slice().wizard?.body).toEqual({ audience: [{ op: "add", source: { list: { id: 4 } } }] });
  slice().addList(turn + 1, list(5));
  expect(slice().wizard?.body.audience).toHaveLength(1);
});

test("keeps text that was edited after it was submitted", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  slice().setFieldInput("list", "70001 70002");
  slice().setFieldInput("suppress", "70003 70004");
  slice().addList(slice().wizard?.turn ?? 0, list(4, { column: "Pin" }), { pasted: { field: "list", text: "70001" } });
  slice().clearSubmittedInput({ field: "suppress", text: "70003" });
  expect(slice().wizard?.body.invalidInput).toEqual({ list: "70001 70002", suppress: "70003 70004" });
  slice().clearSubmittedInput({ field: "suppress", text: "70003 70004" });
  expect(slice().wizard?.body.invalidInput).toEqual({ list: "70001 70002" });
});

test("adds a list without a recognised column, with an issue until one is selected", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  slice().addList(slice().wizard?.turn ?? 0, list(4));
  const missingFields = (): readonly string[] => issuesOf(slice().wizard?.body ?? {}).map(({ field }) => field);
  expect(missingFields()).toContain("column.4");
  expect(pendingInputIssues(slice().wizard?.body ?? {}).map(({ message }) => message)).toEqual([
    t(($) => $.planning.problems.identifierColumn, { list: "customers.csv" }),
  ]);
  slice().writeAudience([{ op: "add", source: { list: { id: 4, by: "Customer" } } }]);
  expect(missingFields()).not.toContain("column.4");
});

test("removes the issues of a list, and the name that it gave, together with the list", async () => {
  const { slice } = openBench();
  await slice().openWizard(undefined);
  slice().addList(slice().wizard?.turn ?? 0, list(4));
  slice().setFieldInput("filter", "status:0");
  slice().writeAudience([]);
  expect(slice().wizard?.body).toEqual({ audience: [], invalidInput: { filter: "status:0" } });
  slice().addList(slice().wizard?.turn ?? 0, list(5, { name: "meters.csv" }));
  expect(slice().wizard?.body.name).toBe("meters");
  slice().write({ name: "Night reset" });
  slice().writeAudience([]);
  expect(slice().wizard?.body.name).toBe("Night reset");
});

test("a name that another draft got from a list stays when the last source is removed", async () => {
  const { slice, requests } = openBench();
  await slice().openWizard(undefined);
  slice().addList(slice().wizard?.turn ?? 0, list(4));
  const { name } = slice().wizard?.body ?? {};
  const opened = slice().openWizard(undefined);
  await nextTask();
  requests[0]?.answer(draft(7));
  await opened;
  slice().write({ name });
  slice().writeAudience([]);
  expect([name, slice().wizard?.body.name]).toEqual(["customers", "customers"]);
});

test("holds a draft that cannot be saved, restores it when opened, and saves it later", async () => {
  const { slice, requests, pause } = openBench();
  await slice().openWizard(undefined);
  slice().write({ name: "May" });
  const opened = slice().openWizard(3);
  await nextTask();
  requests[0]?.fail("disk-full");
  await nextTask();
  requests[1]?.answer(draft(3));
  await opened;
  expect(slice().wizard).toMatchObject({ id: 3, body: {} });
  // The draft that was only opened has no unsaved changes.
  await pause();
  expect(requests).toHaveLength(2);

  await slice().openWizard(undefined);
  expect(slice().wizard).toMatchObject({ id: undefined, body: { name: "May" } });
  await pause();
  requests[2]?.fail("disk-full");
  await nextTask();
  expect(slice().wizardSaved).toMatchObject({ state: "failed" });
  const again = slice().openWizard(3);
  await nextTask();
  requests[3]?.fail("disk-full");
  await nextTask();
  requests[4]?.answer(draft(3));
  await again;
  const saved = slice().saveUnsaved();
  expect(requests[5]?.input).toEqual({ step: "audience", body: { name: "May" } });
  requests[5]?.answer(draft(7));
  await saved;
  await slice().openWizard(undefined);
  expect(slice().wizard).toMatchObject({ id: undefined, body: {} });
});

test("a held draft whose campaign was started is not saved later", async () => {
  const { slice, requests } = openBench();
  const first = slice().openWizard(7);
  await nextTask();
  requests[0]?.answer(draft(7, { campaignId: "3" }));
  await first;
  slice().write({ text: "GO" });
  const next = slice().openWizard(9);
  await nextTask();
  requests[1]?.fail("disk-full");
  await nextTask();
  requests[2]?.answer(draft(9));
  await next;
  slice().closeDraft({ campaignId: "3" });
  void slice().saveUnsaved();
  await nextTask();
  expect(requests).toHaveLength(3);
  expect(slice().wizard).toMatchObject({ id: 9 });
});
