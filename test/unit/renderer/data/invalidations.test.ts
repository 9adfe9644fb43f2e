import { expect, test, vi } from "vitest";
import { cachedData, runRefresh, useFleetData } from "../../../../renderer/data/fleet-query.ts";
import { clearConnectionData, invalidateByTopic, reloadQueries } from "../../../../renderer/data/invalidations.ts";
import { openData, readHook, showQuery } from "../open-data.ts";
import { nextTask } from "../open-slice.ts";

const changed = (): void => invalidateByTopic("streams.changed", { connection: "a" });
const visible = (missed: boolean): void => invalidateByTopic("shell.visibility", { visible: true, missed });
/** The reload that a topic requested has been sent. */
const afterThrottle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 20));

test("shows earlier data while it reloads and after a failure", async () => {
  const { requests } = openData();
  const { state } = showQuery("streams.list", {});
  expect(state()).toEqual({ state: "loading" });
  requests.shift()?.answer({ items: [1] });
  await nextTask();
  expect(state()).toEqual({ state: "ready", value: { items: [1] } });
  changed();
  await afterThrottle();
  expect(state()).toEqual({ state: "loading", value: { items: [1] } });
  requests.shift()?.fail("offline");
  await nextTask();
  expect(state()).toMatchObject({ state: "failed", failure: { code: "offline" }, value: { items: [1] } });
});

test("a topic reloads visible data only; the rest is reloaded when it is shown again", async () => {
  const { requests } = openData();
  const { leave } = showQuery("streams.list", {});
  requests.shift()?.answer({ items: [1] });
  await nextTask();
  leave();
  changed();
  await afterThrottle();
  expect(requests).toHaveLength(0);
  const { state } = showQuery("streams.list", {});
  expect([state(), requests.length]).toEqual([{ state: "loading", value: { items: [1] } }, 1]);
  requests.shift()?.answer({ items: [2] });
  await nextTask();
  expect(state()).toEqual({ state: "ready", value: { items: [2] } });
  leave();
  showQuery("streams.list", {});
  expect(requests).toHaveLength(0);
});

test("a topic reloads the data of its connection, also while another component waits for its input", async () => {
  const { requests } = openData();
  readHook(() => useFleetData("session.get", undefined) ?? "waits");
  showQuery("session.get", { connection: "a" });
  showQuery("session.get", { connection: "b" });
  for (const { answer } of requests.splice(0)) answer({ state: "signed-in" });
  await nextTask();
  invalidateByTopic("session.changed", { connection: "b" });
  await afterThrottle();
  expect(requests.map(({ input }) => input)).toEqual([{ connection: "b" }]);
});

test("a burst of topics causes one more request after the one in flight", async () => {
  const { requests } = openData();
  const { state } = showQuery("streams.list", {});
  for (let count = 0; count < 100; count++) changed();
  await afterThrottle();
  for (let count = 0; count < 100; count++) changed();
  expect(requests).toHaveLength(1);
  requests.shift()?.answer({ items: ["before the change"] });
  await afterThrottle();
  expect(requests).toHaveLength(1);
  requests.shift()?.answer({ items: ["after the first"] });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests.shift()?.answer({ items: ["after the last"] });
  await afterThrottle();
  expect([state(), requests]).toEqual([{ state: "ready", value: { items: ["after the last"] } }, []]);
});

test("a change during the first request is not lost when the page is left before the answer", async () => {
  const { requests } = openData();
  const { leave } = showQuery("streams.list", {});
  requests.shift()?.answer({ items: [1] });
  await nextTask();
  const reloaded = reloadQueries("streams.list");
  await nextTask();
  void reloadQueries("streams.list");
  leave();
  await reloaded;
  requests.splice(0);
  showQuery("streams.list", {});
  expect(requests).toHaveLength(1);
});

test("a hidden window reloads nothing until it is shown", async () => {
  const { requests, setHidden } = openData();
  showQuery("streams.list", {});
  requests.shift()?.answer({ items: [1] });
  await nextTask();
  setHidden(true);
  changed();
  await afterThrottle();
  expect(requests).toHaveLength(0);
  setHidden(false);
  visible(false);
  await afterThrottle();
  expect(requests.shift()?.address).toBe("streams.list");
});

test("a change during a request of a hidden window is not lost", async () => {
  const { requests, setHidden } = openData();
  showQuery("streams.list", {});
  setHidden(true);
  changed();
  requests.shift()?.answer({ items: ["before the change"] });
  await nextTask();
  setHidden(false);
  visible(false);
  await afterThrottle();
  expect(requests).toHaveLength(1);
});

test("lost topics reload all visible data", async () => {
  const { requests } = openData();
  showQuery("streams.list", {});
  requests.shift()?.answer({ items: [1] });
  await nextTask();
  visible(false);
  await afterThrottle();
  expect(requests).toHaveLength(0);
  visible(true);
  await afterThrottle();
  expect(requests).toHaveLength(1);
});

test("another connection clears everything, and discards answers of the former one", async () => {
  const { requests } = openData();
  const { state } = showQuery("streams.list", {});
  const hidden = showQuery("streams.callbacks", {});
  hidden.leave();
  const refreshed = runRefresh("streams.refresh", {});
  const [list, , refresh] = requests.splice(0);
  clearConnectionData();
  list?.answer({ items: ["of the former connection"] });
  refresh?.answer({ items: ["of the former connection"] });
  await nextTask();
  expect(await refreshed).toBe(false);
  expect(state()).toEqual({ state: "loading" });
  requests.shift()?.answer({ items: ["of the new connection"] });
  await nextTask();
  expect(state()).toEqual({ state: "ready", value: { items: ["of the new connection"] } });
  expect([cachedData("streams.callbacks", {}), cachedData("streams.refresh", {})]).toEqual([undefined, undefined]);
});
