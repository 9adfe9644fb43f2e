/** Campaigns on screen: a small fleet, a campaign planned through the bridge, and its page. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { CampaignState, Counts, PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { LedgerEntry } from "../../main/simulator/admin.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { countSentence } from "../../renderer/features/campaigns/campaign-counts.ts";
import { campaignLabel } from "../../renderer/lib/outcome-labels.ts";
import { type Service, startService } from "./connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { callCore, goTo } from "./look-up.ts";
import { connectForSending } from "./support/campaign-runs.ts";

export interface Sending extends Fleetdesk {
  readonly service: Service;
}

/** A program with a fleet that can be sent to; by default without a rate limit, and lost responses are looked up after a second. */
export async function launchSending(options: SimulatorOptions = {}, connection: object = {}): Promise<Sending> {
  const service = await startService(options);
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, service, connection);
  return { ...fleetdesk, service };
}

/** Returns a function that lists what the service has accepted since this call. */
export function ledgerFromNow({ ledger }: Pick<Service, "ledger">): () => LedgerEntry[] {
  const before = ledger().length;
  return () => ledger().slice(before);
}

/** Plans for this many enabled endpoints, from the first on; each gets its own text. Returns the campaign's id. */
export async function plan(page: Page, many: number, extra: object = {}): Promise<string> {
  const query = { collection: "endpoint", filter: "status:0", sort: "id", limit: many };
  const { items } = (await callCore(page, "fleet.list", query)) as {
    readonly items: readonly { readonly id: string }[];
  };
  const ids = items.map(({ id }) => id);
  const { campaignId } = (await callCore(page, "campaigns.plan", {
    name: "Night reset",
    from: "4911",
    text: "RESET {{endpoint.id}}",
    audience: [{ source: { ids } }],
    concurrency: 8,
    watchHours: 1,
    ...extra,
  })) as { readonly campaignId: string };
  return campaignId;
}

/** Plans a campaign, opens its page and waits for it. */
export async function planAndOpen(page: Page, many: number, extra: object = {}): Promise<string> {
  const campaignId = await plan(page, many, extra);
  await goTo(page, `/campaigns/${campaignId}`);
  await page.getByRole("heading", { level: 1, name: /^Night reset/ }).waitFor();
  return campaignId;
}

/** Starts the campaign and confirms, with the number if the dialog requires it. */
export async function startCampaign(page: Page, many: number): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.campaigns.actions.start) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.startTitle, { name: "Night reset" }) });
  await dialog.waitFor();
  if (many >= 100) await dialog.getByRole("textbox").fill(String(many));
  await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.startYes) }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Resumes the campaign on its page. */
export async function resumeCampaign(page: Page): Promise<void> {
  await resumeButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.locator('button[type="submit"]').click();
}

/** The control of its page: the bar of running work has its own. */
export function resumeButton(page: Page): Locator {
  return page.locator("header").getByRole("button", { name: t(($) => $.campaigns.actions.resume) });
}

/** The header shows this state, or for a reason with its own label that label. */
export async function expectState(page: Page, state: CampaignState, reason?: PauseReason): Promise<void> {
  const { text } = campaignLabel({ state, reason });
  await expect.poll(() => page.locator("header h1 + span").textContent(), { timeout: 30_000 }).toContain(text);
}

/** The counts as the window lists them; missing ones are 0. */
export function countsText(counts: Partial<Counts>): string {
  const none = { planned: 0, excluded: 0, pending: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, cancelled: 0 };
  return countSentence({ ...none, ...counts });
}

/** The text of the counts contains this. */
export async function expectSentence(page: Page, sentence: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator("header h1").locator("xpath=../../p[1]").textContent()).toMatch(sentence);
}

export async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.common.more), exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

export function recipients(page: Page): Locator {
  return page.getByRole("grid", { name: t(($) => $.campaigns.recipients.title), exact: true });
}
