import { beforeAll, expect, onTestFinished, test } from "vitest";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import type { Address } from "../../../../../renderer/lib/address.ts";
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

test("a duplicate is opened only while the page of the campaign is open", async () => {
  const before = useFleetdesk.getState();
  onTestFinished(() => useFleetdesk.setState(before));
  const opened: unknown[] = [];
  const run = async (moved: string): Promise<void> => {
    useFleetdesk.setState({ address: { path: ["campaigns", "1"], query: {} } });
    const state = { ...useFleetdesk.getState(), navigate: ({ path }: Address) => void opened.push([moved, path]) };
    const duplicated = duplicateCampaign.run(makeCampaignStatus({}), state, { number: undefined, option: false });
    useFleetdesk.setState({ address: { path: ["campaigns", moved], query: {} } });
    await duplicated;
  };
  await run("1");
  await run("2");
  expect(opened).toEqual([["1", ["campaigns", "new", "1"]]]);
});
