import { afterEach, beforeAll, expect, test } from "vitest";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import type * as DraftActions from "../../../../../renderer/features/campaigns/draft-actions.ts";

let discardDraft: typeof DraftActions.discardDraft;
let useFleetdesk: typeof Store.useFleetdesk;
const draft = { id: 7, connection: "Acme", step: "text" as const, body: { name: "May" }, createdAt: 1, updatedAt: 2 };
const calls: string[] = [];

beforeAll(async () => {
  const call = (address: string): Promise<unknown> => {
    calls.push(address);
    return Promise.resolve({ ok: true, value: address === "drafts.get" ? draft : {} });
  };
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, {
    window: {
      clearTimeout,
      fleet: { call },
      history: { replaceState: () => undefined },
      location: { hash: "" },
      setTimeout,
    },
  });
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  ({ discardDraft } = await import("../../../../../renderer/features/campaigns/draft-actions.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

afterEach(() => useFleetdesk.setState(useFleetdesk.getInitialState()));

test("a discarded draft is closed in the wizard, which saves it no more", async () => {
  await useFleetdesk.getState().openWizard(7);
  await discardDraft.run(draft, useFleetdesk.getState(), { number: undefined, option: false });
  useFleetdesk.getState().stepWizard("safety");
  await useFleetdesk.getState().saveWizard();
  expect(useFleetdesk.getState().wizard).toBeUndefined();
  expect(calls).toEqual(["drafts.get", "drafts.get", "drafts.remove"]);
});

test("a draft that is held because it could not be saved is saved before it is discarded", async () => {
  calls.length = 0;
  const state = { ...useFleetdesk.getState(), saveUnsaved: () => Promise.resolve(void calls.push("saveUnsaved")) };
  await discardDraft.run(draft, state, { number: undefined, option: false });
  expect(calls).toEqual(["saveUnsaved", "drafts.get", "drafts.remove"]);
});

const [wizardOf7, wizardOf8] = ["7", "8"].map((id) => ["campaigns", "new", id]);
const quotaChange7 = ["quotas", "changes", "7"];

test.each([
  ["its wizard is left", wizardOf7, wizardOf7, ["campaigns"]],
  ["a page that was opened meanwhile stays", wizardOf7, wizardOf8, wizardOf8],
  ["the page of a quota change with its number stays", quotaChange7, quotaChange7, quotaChange7],
])("after a draft is discarded, %s", async (_page, before, after, expected) => {
  const open = (path: readonly string[] = []): void => useFleetdesk.setState({ address: { path, query: {} } });
  open(before);
  const discarding = discardDraft.run(draft, useFleetdesk.getState(), { number: undefined, option: false });
  open(after);
  await discarding;
  expect(useFleetdesk.getState().address.path).toEqual(expected);
});
