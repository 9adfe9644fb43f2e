import { beforeAll, expect, test } from "vitest";
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
  const replaceState = (): void => undefined;
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, {
    window: { clearTimeout, fleet: { call }, history: { replaceState }, location: { hash: "" }, setTimeout },
  });
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  ({ discardDraft } = await import("../../../../../renderer/features/campaigns/draft-actions.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

test("a discarded draft is closed in the wizard, which saves it no more", async () => {
  await useFleetdesk.getState().openWizard(7);
  await discardDraft.run(draft, useFleetdesk.getState(), { number: undefined, option: false });
  useFleetdesk.getState().stepWizard("safety");
  await useFleetdesk.getState().saveWizard();
  expect(useFleetdesk.getState().wizard).toBeUndefined();
  expect(calls).toEqual(["drafts.get", "drafts.get", "drafts.remove"]);
});
