/** Which actions apply to which rows. */
import { t } from "#shared/texts/text.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import { sendBlocker, unavailableReason } from "../../../../../renderer/app/actions/action.ts";
import type * as RowActions from "../../../../../renderer/app/actions/row-actions.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";

let rowActions: typeof RowActions.rowActions;
let rowActionsFor: typeof RowActions.rowActionsFor;

const online = { networkOnline: true, readOnly: undefined } as unknown as State;
const readOnly = { ...online, readOnly: { code: "disk-full", text: { code: "disk-full", params: {} } } } as State;

type RowTarget = Parameters<typeof rowActionsFor>[0];

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ rowActions, rowActionsFor } = await import("../../../../../renderer/app/actions/row-actions.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

const input = { number: undefined, option: false };
const copying = { copy: async () => await Promise.resolve("") };

function offered(
  target: Partial<RowTarget>,
  state = online,
): { readonly available: string[]; readonly unavailable: string[] } {
  const whole = { kind: "endpoint", connection: "Acme", count: 1, ...copying, ...target } as const;
  const available: string[] = [];
  const unavailable: string[] = [];
  for (const action of rowActionsFor(whole, state)) {
    (unavailableReason(action, whole, state) === undefined ? available : unavailable).push(action.id);
  }
  return { available, unavailable };
}

const copies = ["copy-rows-as-text", "copy-rows-as-csv", "copy-rows-as-json"];
const onOne = ["send-sms-to-row", "show-quotas-of-row", "show-events-of-row"];
const onMany = [
  "new-campaign-with-rows",
  "change-quotas-of-rows",
  "suppress-endpoints-of-rows",
  "unsuppress-endpoints-of-rows",
];

test("each action on rows has an id and a key of its own, and a reason for each state", () => {
  const ids = rowActions.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const keys = rowActions.flatMap(({ keys }) => keys ?? []);
  expect(keys).toEqual([...new Set(keys)]);
  expect(keys).toContain("m");
});

test("one endpoint can be opened, sent to, put in a campaign, and copied", () => {
  const { available, unavailable } = offered({ endpoint: "17", open: () => undefined });
  expect(available.toSorted()).toEqual(["open-row", ...onOne, ...onMany, ...copies].toSorted());
  expect(unavailable).toEqual([]);
});

test("several endpoints have actions on many, and the actions on one say why not", () => {
  const { available, unavailable } = offered({
    count: 3,
    endpoints: async () => await Promise.resolve(["1", "2", "3"]),
  });
  expect(available.toSorted()).toEqual([...onMany, ...copies].toSorted());
  expect(unavailable.toSorted()).toEqual(["open-row", ...onOne].toSorted());
});

test("without a row, every action stays visible and says so", () => {
  const { available, unavailable } = offered({ count: 0, copy: undefined });
  expect(available).toEqual([]);
  expect(unavailable).toHaveLength(11);
});

test.each(["message", "event", "recipient", "quota", "sim"] as const)(
  "a %s has the actions of its endpoint",
  (kind) => {
    const { available } = offered({ kind, endpoint: "17", open: () => undefined });
    expect(available).toEqual(expect.arrayContaining([...onOne, ...onMany]));
    expect(offered({ kind, open: () => undefined }).unavailable).toEqual(expect.arrayContaining([...onOne, ...onMany]));
  },
);

test.each(["user", "organisation", "tariff_plan", "imsi", "audit"] as const)(
  "a %s has no actions of endpoints",
  (kind) => {
    const { available, unavailable } = offered({ kind, open: () => undefined });
    expect(available).toEqual(["open-row", ...copies]);
    expect(unavailable).toEqual([]);
  },
);

test("a value that the list can be filtered by is offered, with its label", () => {
  const filter = { label: "Status: Enabled", apply: () => undefined };
  expect(offered({ endpoint: "17", filter }).available).toContain("filter-by-value");
  expect(offered({ endpoint: "17" }).available).not.toContain("filter-by-value");
});

test("a message has the actions that its state allows", () => {
  const message = { direction: "mt", delivery: "buffered", id: "4", endpoint: "17", key: "4" } as RowTarget["message"];
  expect(offered({ kind: "message", endpoint: "17", message }).available).toContain("cancel-message-of-row");
  const lost = { ...message, delivery: "unknown", owned: { outcome: "unknown" } } as RowTarget["message"];
  const { available } = offered({ kind: "message", endpoint: "17", message: lost });
  expect(available).toContain("check-message-outcome-of-row");
  expect(available).not.toContain("cancel-message-of-row");
  expect(available).not.toContain("send-message-again-of-row");
});

test("a message that was sent again before asks first, and one that was not is sent again with a click", async () => {
  const message = {
    direction: "mt",
    endpoint: "17",
    key: "4",
    payload: "GO",
    owned: { outcome: "unknown", code: "proven-not-sent" },
  } as RowTarget["message"];
  const later = { ...message, key: "5", owned: { outcome: "accepted" } };
  const row: RowTarget = { kind: "message", connection: "Acme", count: 1, endpoint: "17", message };
  const sendAgain = rowActionsFor(row, online).find(({ id }) => id === "send-message-again-of-row");
  const threads = [[message], [later, message]];
  const call = async (): Promise<unknown> =>
    await Promise.resolve({ ok: true, value: { items: threads.shift(), open: false } });
  Object.assign(window, { fleet: { call, cancel: () => undefined } });
  onTestFinished(() => {
    queryClient.clear();
    Reflect.deleteProperty(window, "fleet");
  });
  await sendAgain?.prepare?.(row);
  expect(sendAgain?.confirm?.(row, online)).toBe(undefined);
  await sendAgain?.prepare?.(row);
  expect(sendAgain?.confirm?.(row, online)).toMatchObject({
    summary: t(($) => $.messages.actions.sentAgainBefore),
    danger: true,
  });
});

test("quotas of rows that are read while another connection is selected are not changed", async () => {
  const connect = (name: string): void =>
    setCachedData("connections.list", {}, { connections: [{ name, current: true }] } as never);
  onTestFinished(() => queryClient.clear());
  const { useFleetdesk } = await import("../../../../../renderer/app/store/store.ts");
  const run = async (name: string): Promise<readonly unknown[]> => {
    const calls: unknown[] = [];
    const state: State = {
      ...useFleetdesk.getState(),
      takeQuotaSource: (source) => void calls.push(source),
      navigate: ({ path }) => void calls.push(path),
    };
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const row: RowTarget = { kind: "quota", connection: "Acme", count: 2, endpoints: () => promise };
    connect("Acme");
    const changed = rowActionsFor(row, online)
      .find(({ id }) => id === "change-quotas-of-rows")
      ?.run(row, state, input);
    connect(name);
    resolve(["1", "2"]);
    await changed;
    return calls;
  };
  expect(await run("Acme")).toEqual([{ ids: ["1", "2"] }, ["quotas", "new"]]);
  expect(await run("Bravo")).toEqual([]);
});

test("a campaign with rows is opened only while their page is open", async () => {
  const { useFleetdesk } = await import("../../../../../renderer/app/store/store.ts");
  const call = async (): Promise<unknown> => await Promise.resolve({ ok: true, value: { id: 3 } });
  Object.assign(window, { fleet: { call, cancel: () => undefined } });
  const before = useFleetdesk.getState();
  onTestFinished(() => {
    useFleetdesk.setState(before);
    Reflect.deleteProperty(window, "fleet");
  });
  const opened: unknown[] = [];
  const row: RowTarget = { kind: "endpoint", connection: "Acme", count: 1, endpoint: "17" };
  const action = rowActionsFor(row, online).find(({ id }) => id === "new-campaign-with-rows");
  for (const moved of ["fleet", "audit"]) {
    useFleetdesk.setState({ address: { path: ["fleet"], query: {} } });
    const state: State = { ...useFleetdesk.getState(), navigate: ({ path }) => void opened.push([moved, path]) };
    const created = action?.run(row, state, input);
    useFleetdesk.setState({ address: { path: [moved], query: {} } });
    await created;
  }
  expect(opened).toEqual([["fleet", ["campaigns", "new", "3"]]]);
});

test("while nothing can be written, only actions that change nothing are available, and the others stay visible", () => {
  const { available, unavailable } = offered({ endpoint: "17", open: () => undefined }, readOnly);
  expect(unavailable).toEqual(["new-campaign-with-rows", "suppress-endpoints-of-rows", "unsuppress-endpoints-of-rows"]);
  expect(available).toContain("send-sms-to-row");
});

test("over a read-only connection, nothing that reaches the service is available, and the rest is", () => {
  const options = { readOnly: true };
  setCachedData("connections.list", {}, { connections: [{ name: "Acme", current: true, options }] as never });
  onTestFinished(() => queryClient.clear());
  const message = { direction: "mt", delivery: "buffered", id: "4", endpoint: "17", key: "4" } as RowTarget["message"];
  const { available, unavailable } = offered(
    { kind: "message", endpoint: "17", message, open: () => undefined },
    online,
  );
  expect(unavailable).toEqual(["cancel-message-of-row"]);
  expect(sendBlocker(online)).toBe(t(($) => $.connections.environment.readOnlyHelp));
  expect(available).toContain("new-campaign-with-rows");
});
