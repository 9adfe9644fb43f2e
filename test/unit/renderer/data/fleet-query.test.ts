import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import {
  fleetPages,
  queryClient,
  runRefresh,
  useFleetPages,
  useRefreshable,
} from "../../../../renderer/data/fleet-query.ts";
import { clearConnectionData, reloadQueries } from "../../../../renderer/data/invalidations.ts";
import { type AsyncState, dataOf } from "../../../../renderer/lib/async-state.ts";
import { openData, readHook, showQuery } from "../open-data.ts";
import { nextTask } from "../open-slice.ts";

const read = (): AsyncState<unknown> => readHook(() => useRefreshable("dns.list", "dns.refresh", {}));

test("a refresh from the service is part of the state, and runs once at a time", async () => {
  const { requests } = openData();
  showQuery("dns.list", {});
  requests.shift()?.answer({ items: ["old"] });
  await nextTask();
  expect(read()).toEqual({ state: "ready", value: { items: ["old"] } });
  const refreshed = runRefresh("dns.refresh", {});
  const same = runRefresh("dns.refresh", {});
  expect([requests.map(({ address }) => address), read()]).toEqual([
    ["dns.refresh"],
    { state: "loading", value: { items: ["old"] } },
  ]);
  requests.shift()?.answer({ items: ["new"] });
  expect(await Promise.all([refreshed, same])).toEqual([true, true]);
  const reloaded = reloadQueries("dns.list");
  await nextTask();
  requests.shift()?.answer({ items: ["new"] });
  await reloaded;
  expect(read()).toEqual({ state: "ready", value: { items: ["new"] } });
});

test("a failed refresh keeps the data, and is not replaced by cached data", async () => {
  const { requests } = openData();
  showQuery("dns.list", {});
  requests.shift()?.answer({ items: ["old"] });
  await nextTask();
  onTestFinished(
    new QueryObserver(queryClient, { queryKey: ["dns.refresh", {}], enabled: false }).subscribe(() => undefined),
  );
  const refreshed = runRefresh("dns.refresh", {});
  requests.shift()?.fail("offline");
  expect(await refreshed).toBe(false);
  const reloaded = reloadQueries("dns.list");
  await nextTask();
  requests.shift()?.answer({ items: ["old"] });
  await reloaded;
  expect(read()).toMatchObject({ state: "failed", failure: { code: "offline" }, value: { items: ["old"] } });
  const again = runRefresh("dns.refresh", {});
  requests.shift()?.answer({ items: ["old"] });
  expect(await again).toBe(true);
  expect(read()).toEqual({ state: "ready", value: { items: ["old"] } });
});

test("a list reloads as many pages as are loaded, each from the cursor of the new one before it", async () => {
  const { requests } = openData();
  const observer = new InfiniteQueryObserver(queryClient, fleetPages("sms.recent", { search: "a" }));
  onTestFinished(observer.subscribe(() => undefined));
  const answer = async (items: readonly number[], nextCursor?: string): Promise<unknown> => {
    const request = requests.shift();
    request?.answer({ items, nextCursor, threads: items.length });
    await nextTask();
    return request?.input;
  };
  expect(await answer([1, 2], "after 2")).toEqual({ search: "a" });
  void observer.fetchNextPage();
  expect(await answer([3], "after 3")).toEqual({ search: "a", cursor: "after 2" });
  expect(observer.getCurrentResult().data).toEqual({ items: [1, 2, 3], nextCursor: "after 3", threads: 1 });
  const reloaded = reloadQueries("sms.recent");
  await nextTask();
  expect(await answer([0, 1], "after 1")).toEqual({ search: "a" });
  expect(await answer([2], "after 2")).toEqual({ search: "a", cursor: "after 1" });
  await reloaded;
  expect(observer.getCurrentResult().data).toEqual({ items: [0, 1, 2], nextCursor: "after 2", threads: 1 });
  void observer.fetchNextPage();
  requests.shift()?.fail("closing");
  await nextTask();
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: { items: [0, 1, 2] } });
});

test("rows of the former connection do not appear under the next one", () => {
  openData();
  queryClient.setQueryData(["sms.recent", {}], {
    pages: [{ items: ["of the former"], threads: 1 }],
    pageParams: [undefined],
  });
  const states: unknown[] = [];
  readHook(() => {
    // React renders again because the former rows are kept.
    if (states.length === 1) clearConnectionData();
    states.push(dataOf(useFleetPages("sms.recent", {}).state));
    return states;
  });
  expect(states).toEqual([{ items: ["of the former"], threads: 1 }, undefined]);
});
