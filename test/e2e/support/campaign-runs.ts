/** Campaigns in the built program: planned and observed through the window's own bridge, checked with the service's ledger. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Simulator } from "../../../main/simulator/simulator.ts";
import { callCore } from "../look-up.ts";

/** Connects, by default without a rate limit, and synchronises; unknown outcomes are looked up after a second. */
export async function connectForSending(
  page: Page,
  { baseUrl, applicationToken }: Pick<Simulator, "baseUrl" | "applicationToken">,
  connection: object = {},
): Promise<void> {
  const options = { ceiling: "none", reconcileAfterMs: 1_000, ...connection };
  await callCore(page, "connections.connect", { name: "Acme", baseUrl, secret: { applicationToken }, options });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
}

/** Plans for every enabled endpoint, each with its own text; returns the campaign's id. */
export async function planAll(page: Page, extra: object = {}): Promise<string> {
  const { campaignId } = (await callCore(page, "campaigns.plan", {
    name: "Night reset",
    from: "4911",
    text: "RESET {{endpoint.id}}",
    audience: [{ source: { filter: "status:0" } }],
    concurrency: 32,
    watchHours: 0,
    ...extra,
  })) as { readonly campaignId: string };
  return campaignId;
}

export async function statusOf(page: Page, campaignId: string): Promise<CampaignStatus> {
  return (await callCore(page, "campaigns.status", { campaignId })) as CampaignStatus;
}

/** Starts a campaign with its number of recipients confirmed. */
export async function startConfirmed(page: Page, campaignId: string): Promise<void> {
  const { counts } = await statusOf(page, campaignId);
  await callCore(page, "campaigns.start", { campaignId, confirm: counts.planned - counts.excluded });
}

/** Waits until a campaign is in a state, and returns its status then. */
export async function untilState(
  page: Page,
  campaignId: string,
  state: CampaignStatus["state"],
  timeout = 60_000,
): Promise<CampaignStatus> {
  await expect.poll(async () => (await statusOf(page, campaignId)).state, { timeout }).toBe(state);
  return await statusOf(page, campaignId);
}

/**
 * Compares our counts with the service: no endpoint sent to twice, each with its own text, as many as accepted, and every recipient
 * counted.
 */
export function expectAgreement(service: Simulator, { counts }: CampaignStatus): void {
  const entries = service.ledger();
  const { planned, ...outcomeCounts } = counts;
  expect({
    endpoints: new Set(entries.map(({ endpointId }) => endpointId)).size,
    strays: entries.filter(({ endpointId, payload }) => payload !== `RESET ${endpointId}`),
    sum: Object.values(outcomeCounts).reduce((sum, part) => sum + part, 0),
  }).toEqual({ endpoints: entries.length, strays: [], sum: planned });
  expect(counts.accepted + counts.unknown).toBeGreaterThanOrEqual(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(counts.accepted);
}
