import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type * as RunAction from "../../../../../renderer/app/actions/run-action.tsx";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import type * as NetworkActions from "../../../../../renderer/features/network/network-actions.ts";
import type * as ProfileActions from "../../../../../renderer/features/network/profile-actions.ts";
import type * as StreamActions from "../../../../../renderer/features/network/streams/stream-actions.ts";
import { openData } from "../../open-data.ts";

afterEach(() => {
  queryClient.clear();
  useFleetdesk.getState().clearNotifications();
});

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

const showConnection = (name: string): void =>
  setCachedData("connections.list", {}, { connections: [{ name, current: true, options: {} }] } as never);
const message = { code: "message-not-sent", params: {} };

test("changes name the connection that the window shows, whatever main's current one is", async () => {
  const sent: unknown[] = [];
  openData((operation, request) => {
    sent.push([operation, request]);
    return Promise.resolve({ ok: true, value: { outcome: "unknown", message } });
  });
  showConnection("Acme");
  useFleetdesk.setState({ address: { path: ["network"], query: {} }, networkOnline: true });
  onTestFinished(() => useFleetdesk.setState({ networkResults: {}, runningActions: {} }));
  await runAction(actions.sendAttachDns, { profile: "5", dns: "7" });
  await runAction(actions.saveRecordedDns, { profile: "5", dns: undefined });
  expect(sent.slice(0, 2)).toEqual([
    ["dns.attach", { connection: "Acme", profile: "5", dns: "7" }],
    ["dns.recordAssignment", { connection: "Acme", profile: "5", dns: undefined }],
  ]);
});

test.each([
  ["page", { path: ["campaigns", "new", "3"], query: { step: "safety" } }],
  ["record", { path: ["network"], query: { dns: "5" } }],
])("a creation that ends after another %s was opened leaves its address alone", async (_place, address) => {
  const { requests } = openData();
  showConnection("Acme");
  useFleetdesk.setState({ address: { path: ["network"], query: { dns: "new" } }, networkOnline: true });
  const draft = { primary: "192.0.2.53", secondary: "" };
  const target = { connection: "Acme", draft, allowSame: false, onCreated: () => undefined };
  const created = runAction(actions.createDns, target);
  expect(requests).toHaveLength(1);
  useFleetdesk.setState({ address });
  requests[0]?.answer({ outcome: "created", id: "7", message });
  expect(await created).toBe(true);
  expect(useFleetdesk.getState().address).toEqual(address);
});

test("the answer to a change of DNS belongs to the connection and the dialog of the press", async () => {
  const { requests } = openData();
  showConnection("Acme");
  const networkDialog = { dialog: "attach-dns", profile: "3" } as const;
  useFleetdesk.setState({ address: { path: ["network", "profiles"], query: {} }, networkOnline: true, networkDialog });
  onTestFinished(() => useFleetdesk.setState({ networkDialog: undefined, networkResults: {}, runningActions: {} }));
  const attached = runAction(actions.sendAttachDns, { profile: "3", dns: "7" });
  showConnection("Bravo");
  const opened = { dialog: "record-dns", profile: "4" } as const;
  useFleetdesk.setState({ networkDialog: opened });
  requests[0]?.answer({ outcome: "done", message });
  expect(await attached).toBe(true);
  expect(useFleetdesk.getState()).toMatchObject({
    networkDialog: opened,
    networkResults: { "Acme/profile-dns/3": { outcome: "done", message } },
  });
  expect(useFleetdesk.getState().networkResults).not.toHaveProperty("Bravo/profile-dns/3");
});

test("a deletion that ends over another connection opens no record there", async () => {
  const { requests } = openData();
  showConnection("Acme");
  const address = { path: ["network"], query: { dns: "6" } };
  useFleetdesk.setState({ address, networkOnline: true });
  onTestFinished(() => useFleetdesk.setState({ networkResults: {}, notifications: [], toast: undefined }));
  const deleted = actions.deleteDns.run({ id: "5" } as never, useFleetdesk.getState(), {} as never);
  showConnection("Bravo");
  requests[0]?.answer({ outcome: "in-use", message });
  await deleted;
  expect(useFleetdesk.getState()).toMatchObject({
    address,
    networkResults: { "Acme/dns/5": { outcome: "in-use" } },
    toast: { connection: "Acme", text: formatText(message) },
  });
});

test("a deletion leaves a record open that was opened meanwhile", async () => {
  const { requests } = openData();
  showConnection("Acme");
  useFleetdesk.setState({ address: { path: ["network"], query: { dns: "5" } }, networkOnline: true });
  const deleted = actions.deleteDns.run({ id: "5" } as never, useFleetdesk.getState(), {} as never);
  const address = { path: ["network"], query: { dns: "6" } };
  useFleetdesk.setState({ address });
  requests[0]?.answer({ outcome: "deleted", message });
  await deleted;
  expect(useFleetdesk.getState().address).toEqual(address);
});

test("a deletion closes its record; one that the service rejects is shown with it", async () => {
  const outcomes = ["in-use", "deleted"];
  const sent: unknown[] = [];
  openData((operation, request) => {
    if (operation === "streams.deleteCallback") sent.push(request);
    return Promise.resolve({ ok: true, value: { outcome: outcomes.shift(), message: { code: "callback-empty" } } });
  });
  showConnection("Acme");
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
