import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import { currentSettings } from "../../../../../renderer/data/settings.ts";
import { openData } from "../../open-data.ts";

afterEach(() => queryClient.clear());

let store: { getState(): State; setState(changes: Partial<State>): void };
let clearFilters: (parameters: readonly string[]) => void;
let changeLayout: (place: string, next: readonly { readonly field: string }[] | undefined) => void;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ useFleetdesk: store } = await import("../../../../../renderer/app/store/store.ts"));
  ({ clearFilters } = await import("../../../../../renderer/app/actions/undo.ts"));
  ({ changeLayout } = await import("../../../../../renderer/app/data-table/use-saved-layout.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

function openAt(address: State["address"]): void {
  openData((_address, input) => Promise.resolve({ ok: true, value: input }));
  const history = { replaceState: () => undefined, pushState: () => undefined };
  Object.assign(window, { location: { hash: "" }, history });
  store.setState({ address });
  onTestFinished(() => store.setState({ toast: undefined, address: { path: [], query: {} } }));
}

/** As the button of the toast does. */
function undo(): void {
  const { toast } = store.getState();
  expect(toast?.hint).toBe(true);
  toast?.undo?.run();
}

test("cleared filters come back, and what changed meanwhile stays", () => {
  openAt({ path: ["audit"], query: { kind: "sms", search: "a" } });
  clearFilters(["kind", "search", "period"]);
  expect(store.getState().address.query).toEqual({});
  store.getState().setQuery({ entry: "7" });
  undo();
  expect(store.getState().address).toEqual({ path: ["audit"], query: { kind: "sms", search: "a", entry: "7" } });
});

test("on another page, undo opens the page with its filters", () => {
  const filtered = { path: ["messages"], query: { direction: "mo" } };
  openAt(filtered);
  clearFilters(["direction"]);
  store.getState().navigate({ path: ["quotas"], query: { kind: "sms" } });
  undo();
  expect(store.getState().address).toEqual(filtered);
});

test("a changed or reset layout of columns is restored, without the other lists", () => {
  openAt({ path: ["fleet"], query: {} });
  const columns = { "fleet/sim": [{ field: "iccid" }], "fleet/endpoint": [{ field: "name" }] };
  setCachedData("settings.get", {}, { columns } as unknown as Settings);
  changeLayout("fleet/sim", [{ field: "imsi" }]);
  changeLayout("fleet/endpoint", undefined);
  expect(currentSettings()?.columns).toEqual({ "fleet/sim": [{ field: "imsi" }] });
  undo();
  expect(currentSettings()?.columns).toEqual({
    "fleet/sim": [{ field: "imsi" }],
    "fleet/endpoint": [{ field: "name" }],
  });
});
