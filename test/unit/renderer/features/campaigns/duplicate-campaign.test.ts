import { beforeAll, expect, test } from "vitest";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import type * as CampaignActions from "../../../../../renderer/features/campaigns/campaign-actions.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

let duplicateCampaign: typeof CampaignActions.duplicateCampaign;
let useFleetdesk: typeof Store.useFleetdesk;
const quiet = { fromMinute: 1_260, untilMinute: 420 };
let saved: unknown;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  const call = (address: string, input: unknown): Promise<unknown> => {
    if (address === "drafts.save") saved = input;
    const schedule = { at: 1, expiresAt: 2, zone: "Europe/Berlin", missed: { rule: "skip" }, quiet };
    return Promise.resolve({
      ok: true,
      value: address === "drafts.save" ? { id: 1 } : { text: "CHK", bindings: {}, schedule },
    });
  };
  Object.assign(globalThis, { window: { location: { hash: "" }, fleet: { call } } });
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  ({ duplicateCampaign } = await import("../../../../../renderer/features/campaigns/campaign-actions.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

test("a duplicate of a campaign keeps its quiet hours, without its start and its expiry", async () => {
  const state = { ...useFleetdesk.getState(), navigate: () => undefined };
  await duplicateCampaign.run(makeCampaignStatus({}), state, { number: undefined, option: false });
  expect(saved).toMatchObject({
    body: { schedule: { zone: "Europe/Berlin", missed: { rule: "run", lateMinutes: 15 }, quiet } },
  });
  expect(saved).not.toHaveProperty("body.schedule.at");
  expect(saved).not.toHaveProperty("body.schedule.expiresAt");
});
