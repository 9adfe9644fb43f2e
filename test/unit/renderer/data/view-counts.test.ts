import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { queryClient } from "../../../../renderer/data/fleet-query.ts";
import { type ViewRows, useViewCounts } from "../../../../renderer/data/view-counts.ts";
import { openData, readHook } from "../open-data.ts";

interface Input {
  readonly collection: string;
  readonly filter?: string;
}

const view = (filter: string, collection: ViewRows["collection"] = "endpoint"): ViewRows => ({
  connection: "Acme",
  collection,
  filter,
});

/** The cache has all endpoints, and only a part of the SIMs. `log` has what was counted, and how many at a time. */
function openCache(): { readonly log: string[]; readonly open: (views: readonly ViewRows[]) => void } {
  const log: string[] = [];
  let running = 0;
  openData<Input>(async (address, { collection, filter = "" }) => {
    if (address === "fleet.completeness")
      return { ok: true, value: { state: collection === "endpoint" ? "complete" : "partial" } };
    running += 1;
    log.push(`${filter} ${running}`);
    await new Promise((resolve) => void setImmediate(resolve));
    running -= 1;
    if (filter === "wrong") return { ok: false, failure: { code: "filter-invalid", text: { code: "filter-invalid" } } };
    return { ok: true, value: { total: filter.length, unknown: filter === "seen" ? 3 : undefined } };
  });
  Object.assign(globalThis, { requestIdleCallback: setImmediate });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "requestIdleCallback"));
  return {
    log,
    // What `useViewCounts` observes while it is shown.
    open: (views) => {
      readHook(() => useViewCounts(views));
      for (const query of queryClient.getQueryCache().findAll({ queryKey: ["fleet.count"] }))
        onTestFinished(new QueryObserver(queryClient, query.options as never).subscribe(() => undefined));
    },
  };
}

test("views are counted one at a time; until then their number is loading", async () => {
  const { log, open } = openCache();
  const views = [view("a"), view("bb"), view("ccc")];
  expect(readHook(() => useViewCounts(views))).toEqual(["loading", "loading", "loading"]);
  open(views);
  await expect.poll(() => readHook(() => useViewCounts(views))).toEqual([1, 2, 3]);
  expect(log).toEqual(["a 1", "bb 1", "ccc 1"]);
});

test("without a complete cache, with rows that may match, and after a failure there is no number", async () => {
  const { open } = openCache();
  const views = [view("a", "sim"), view("seen"), view("wrong")];
  open(views);
  await expect.poll(() => readHook(() => useViewCounts(views))).toEqual([undefined, undefined, undefined]);
});
