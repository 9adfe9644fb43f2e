import { afterEach, beforeAll, expect, it } from "vitest";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";

afterEach(() => queryClient.clear());

let store: { getState(): State; setState(changes: Partial<State>): void };

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  const history = { replaceState: () => undefined, pushState: () => undefined };
  Object.assign(globalThis, { window: { location: { hash: "" }, history } });
  ({ useFleetdesk: store } = await import("../../../../../renderer/app/store/store.ts"));
  const { followConnection } = await import("../../../../../renderer/app/store/follow.ts");
  const unfollow = followConnection();
  return () => {
    unfollow();
    Reflect.deleteProperty(globalThis, "window");
  };
});

function use(name: string): void {
  const connections = ["a", "b"].map((one) => ({ name: one, current: one === name }));
  setCachedData("connections.list", {}, { connections: connections as never });
}

it.each([
  ["campaigns/12", "campaigns"],
  ["campaigns/12/recipients", "campaigns"],
  ["campaigns/new/3", "campaigns/new/3"],
  ["quotas/changes/7", "quotas/changes"],
  ["quotas", "quotas"],
  ["fleet/sim", "fleet/sim"],
  ["settings/connections", "settings/connections"],
])("a change of the connection leads from %s to %s", (from, to) => {
  use("a");
  store.setState({ address: { path: from.split("/"), query: { wave: "1" } } });
  use("b");
  expect(store.getState().address.path.join("/")).toBe(to);
});

it("a change of the connection closes the confirmation of an action", () => {
  use("a");
  const pendingAction = { id: "x", confirmation: () => undefined, scope: "x", connection: undefined };
  store.setState({ pendingAction: { ...pendingAction, run: () => Promise.resolve() } });
  use("b");
  expect(store.getState().pendingAction).toBeUndefined();
});
