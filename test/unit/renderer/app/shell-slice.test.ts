import { expect, test } from "vitest";
import { createShellSlice } from "../../../../renderer/app/shell-slice.ts";
import { createWaitingBridge, nextTask, openSlice } from "../open-slice.ts";

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
