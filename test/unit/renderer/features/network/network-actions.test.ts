import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type * as RunAction from "../../../../../renderer/app/actions/run-action.tsx";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import type * as NetworkActions from "../../../../../renderer/features/network/network-actions.ts";
import type * as ProfileActions from "../../../../../renderer/features/network/profile-actions.ts";
import type * as StreamActions from "../../../../../renderer/features/network/streams/stream-actions.ts";
import { openData } from "../../open-data.ts";

afterEach(() => queryClient.clear());

let runAction: typeof RunAction.runAction;
let useFleetdesk: typeof Store.useFleetdesk;
let actions: typeof NetworkActions & typeof ProfileActions & typeof StreamActions;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ runAction } = await import("../../../../../renderer/app/actions/run-action.tsx"));
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  actions = {
    ...(await import("../../../../../renderer/features/network/network-actions.ts")),
    ...(await import("../../../../../renderer/features/network/profile-actions.ts")),
    ...(await import("../../../../../renderer/features/network/streams/stream-actions.ts")),
  };
  return () => void Reflect.deleteProperty(globalThis, "window");
});

test("changes name the connection that the window shows, whatever main's current one is", async () => {
  const sent: unknown[] = [];
  openData((operation, request) => {
    sent.push([operation, request]);
    return Promise.resolve({
      ok: true,
      value: { outcome: "unknown", message: { code: "message-not-sent", params: {} } },
    });
  });
  setCachedData("connections.list", {}, { connections: [{ name: "Acme", current: true, options: {} }] } as never);
  useFleetdesk.setState({ address: { path: ["network"], query: {} }, networkOnline: true });
  onTestFinished(() => useFleetdesk.setState({ networkResults: {}, runningActions: {} }));
  await runAction(actions.sendAttachDns, { profile: "5", dns: "7" });
  await runAction(actions.saveRecordedDns, { profile: "5", dns: undefined });
  expect(sent.slice(0, 2)).toEqual([
    ["dns.attach", { connection: "Acme", profile: "5", dns: "7" }],
    ["dns.recordAssignment", { connection: "Acme", profile: "5", dns: undefined }],
  ]);
});

test("a creation that ends after another page was opened leaves its address alone", async () => {
  const { requests } = openData();
  setCachedData("connections.list", {}, { connections: [{ name: "Acme", current: true, options: {} }] } as never);
  useFleetdesk.setState({ address: { path: ["network"], query: { dns: "new" } }, networkOnline: true });
  const draft = { primary: "192.0.2.53", secondary: "" };
  const target = { connection: "Acme", draft, allowSame: false, onCreated: () => undefined };
  const created = runAction(actions.createDns, target);
  expect(requests).toHaveLength(1);
  const address = { path: ["campaigns", "new", "3"], query: { step: "safety" } };
  useFleetdesk.setState({ address });
  const message = { code: "message-not-sent", params: {} };
  requests[0]?.answer({ outcome: "created", id: "7", message });
  expect(await created).toBe(true);
  expect(useFleetdesk.getState().address).toEqual(address);
});

test("a deletion closes its record; one that the service rejects is shown with it", async () => {
  const outcomes = ["in-use", "deleted"];
  const sent: unknown[] = [];
  openData((operation, request) => {
    if (operation === "streams.deleteCallback") sent.push(request);
    return Promise.resolve({ ok: true, value: { outcome: outcomes.shift(), message: { code: "callback-empty" } } });
  });
  setCachedData("connections.list", {}, { connections: [{ name: "Acme", current: true, options: {} }] } as never);
  useFleetdesk.setState({
    address: { path: ["streams", "callbacks"], query: { callback: "21" } },
    networkOnline: true,
  });
  onTestFinished(() => useFleetdesk.setState({ networkResults: {}, pendingAction: undefined, runningActions: {} }));
  Object.assign(globalThis.window, {
    location: { hash: "" },
    history: { pushState: () => undefined, replaceState: () => undefined },
  });
  const callback = { key: "service:21", id: "21", source: "service" as const, streams: [] };
  const { run } = actions.deleteCallback;
  await run(callback, useFleetdesk.getState(), {} as never);
  expect(useFleetdesk.getState()).toMatchObject({
    address: { query: { callback: "21" } },
    networkResults: { "Acme/callback/21": { outcome: "in-use" } },
  });
  await run(callback, useFleetdesk.getState(), {} as never);
  expect(useFleetdesk.getState().address.query).toEqual({});
  expect(sent).toEqual([
    { connection: "Acme", id: "21" },
    { connection: "Acme", id: "21" },
  ]);
});
