import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { queryClient, runRefresh, useRefreshable } from "../../../../renderer/data/fleet-query.ts";
import { reloadQueries } from "../../../../renderer/data/invalidations.ts";
import type { AsyncState } from "../../../../renderer/lib/async-state.ts";
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
