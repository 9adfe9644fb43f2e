import { t } from "#shared/texts/text.ts";
import { beforeAll, expect, test, vi } from "vitest";
import type { Suppressed } from "#shared/contract/campaigns/suppression.ts";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import type * as SuppressionActions from "../../../../../renderer/features/campaigns/suppression-actions.ts";

let entriesOf: typeof SuppressionActions.entriesOf;
let suppressEndpoints: typeof SuppressionActions.suppressEndpoints;
let useFleetdesk: typeof Store.useFleetdesk;
const calls: string[] = [];

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  const call = (address: string): Promise<unknown> => {
    calls.push(address);
    return Promise.resolve({ ok: true, value: { added: 2 } });
  };
  Object.assign(globalThis, { window: { location: { hash: "" }, fleet: { call } } });
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  ({ entriesOf, suppressEndpoints } =
    await import("../../../../../renderer/features/campaigns/suppression-actions.ts"));
  return () => {
    useFleetdesk.setState({ pendingAction: undefined });
    Reflect.deleteProperty(globalThis, "window");
  };
});

const entry = (value: string, endpoint?: string, ...former: readonly string[]): Suppressed => ({
  value,
  note: "",
  addedAt: 0,
  endpoint,
  formerEndpoints: former.length === 0 ? undefined : former.map((id) => ({ endpoint: id, was: value })),
});

test("removes the entries that protect the selected endpoints only, by number, id or former name", () => {
  const entries = [entry("8988", "1"), entry("2"), entry("Pump", undefined, "3"), entry("other", "4")];
  expect(entriesOf(entries, new Set(["1", "2", "3"]))).toEqual({ values: ["8988", "2", "Pump"], shared: [] });
});

test("leaves an entry that also protects an endpoint that is not selected", () => {
  const entries = [entry("Pump", "5", "3"), entry("8988", "3")];
  expect(entriesOf(entries, new Set(["3"]))).toEqual({ values: ["8988"], shared: ["Pump"] });
  expect(entriesOf(entries, new Set(["3", "5"]))).toEqual({ values: ["Pump", "8988"], shared: [] });
});

test("undoing a suppression requires its own confirmation", async () => {
  const undo = vi.fn<(undo: { readonly run: () => void } | undefined) => void>();
  const state = {
    ...useFleetdesk.getState(),
    notify: (one: { readonly undo?: { readonly run: () => void } }) => undo(one.undo),
  };
  const input = { number: undefined, option: false };
  await suppressEndpoints.run({ connection: "office", count: 2, ids: () => Promise.resolve(["1", "2"]) }, state, input);
  undo.mock.lastCall?.[0]?.run();
  expect(useFleetdesk.getState().pendingAction?.confirmation()?.title).toBe(
    t(($) => $.campaigns.suppression.unsuppressTitle, { count: 2 }),
  );
  expect(calls).toEqual(["suppression.add"]);
});
