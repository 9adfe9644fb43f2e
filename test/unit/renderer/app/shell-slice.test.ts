import { expect, test } from "vitest";
import { createShellSlice } from "../../../../renderer/app/shell-slice.ts";
import { createWaitingBridge, nextTask, openSlice } from "../open-slice.ts";

/** With the browser's history, whose entries are not needed. */
const members = { location: { hash: "" }, history: { pushState: () => undefined, replaceState: () => undefined } };
const failure = { code: "disk-full", text: { code: "disk-full" } };

test("a database that could not be opened stays closed until a retry opens it", async () => {
  const { call, requests } = createWaitingBridge();
  const slice = openSlice(createShellSlice, call, { location: { hash: "" } });
  void slice().connectShell();
  requests.shift()?.answer({ online: true, closed: failure });
  await nextTask();
  expect([slice().databaseClosed, slice().readOnly]).toEqual([failure, undefined]);

  const failing = slice().reopen();
  requests.shift()?.fail("database-error");
  expect(await failing).toMatchObject({ failure: { code: "database-error" } });
  expect([slice().databaseClosed, slice().readOnly]).toMatchObject([{ code: "database-error" }, undefined]);

  const opening = slice().reopen();
  requests.shift()?.answer({ persistsDrafts: true });
  expect(await opening).toEqual({ persistsDrafts: true });
  expect(slice().databaseClosed).toBeUndefined();
});

test("a page is open until another path, or another value of a watched parameter", () => {
  const slice = openSlice(createShellSlice, async () => await Promise.resolve(), members);
  slice().navigate({ path: ["messages", "templates"], query: { template: "3" } });
  const isPageOpen = slice().watchPage();
  const isTemplateOpen = slice().watchPage("template");
  const open = (): readonly boolean[] => [isPageOpen(), isTemplateOpen()];
  slice().setQuery({ search: "valve" });
  expect(open()).toEqual([true, true]);
  slice().setQuery({ template: "5" });
  expect(open()).toEqual([true, false]);
  slice().navigate({ path: ["messages"], query: { template: "3" } });
  expect(open()).toEqual([false, false]);
});
