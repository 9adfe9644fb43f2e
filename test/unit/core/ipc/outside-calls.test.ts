import { expect, test } from "vitest";
import type { Files } from "../../../../main/core/hosts.ts";
import { filesOfCaller, withCallerFiles } from "../../../../main/core/ipc/outside-calls.ts";

const named = (path: string): Files => ({
  saveAs: () => Promise.resolve(path),
  open: () => Promise.resolve(path),
});
const suggestion = { name: "vans", extension: "csv" };

test("an export that another process calls writes its file, at the same time as one of the owner", async () => {
  const files = filesOfCaller(named("dialog.csv"));
  const begun = Promise.withResolvers<void>();
  const outside = withCallerFiles(named("caller.csv"), async () => {
    await begun.promise;
    return [await files.saveAs(suggestion), await files.open(suggestion)];
  });
  const inside = files.saveAs(suggestion);
  begun.resolve();
  expect([await outside, await inside]).toEqual([["caller.csv", "caller.csv"], "dialog.csv"]);
});
