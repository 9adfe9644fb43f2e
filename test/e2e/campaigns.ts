/** Campaigns as a person meets them: a small fleet, a campaign planned through the bridge, and its page. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { CampaignState, Counts, PauseReason } from "#contract/campaign-schemas.ts";
import type { LedgerEntry } from "../../main/simulator/ledger.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { countSentence } from "../../renderer/features/campaigns/campaign-counts.ts";
import { campaignWord } from "../../renderer/lib/outcome-labels.ts";
import { type Service, startService } from "./connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { callCore, goTo } from "./look-up.ts";
import { connectForSending } from "./support/campaign-runs.ts";

export interface Sending extends Fleetdesk {
  readonly service: Service;
}

/** A program with a fleet that may be sent to: no ceiling, lost answers are looked up after a second, by default. */
export async function launchSending(options: SimulatorOptions = {}, connection: object = {}): Promise<Sending> {
  const service = await startService(options);
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, service, connection);
  return { ...fleetdesk, service };
}

/** Of a service that a file shares: what it accepts from now on. */
export function ledgerFromNow({ ledger }: Pick<Service, "ledger">): () => LedgerEntry[] {
  const before = ledger().length;
  return () => ledger().slice(before);
}

/** Enabled endpoints from the first on, so many; each gets a text of its own. Answers the campaign's id. */
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

/** Plans it, opens its page and waits for it. */
export async function planAndOpen(page: Page, many: number, extra: object = {}): Promise<string> {
  const campaignId = await plan(page, many, extra);
  await goTo(page, `/campaigns/${campaignId}`);
  await page.getByRole("heading", { level: 1, name: /^Night reset/ }).waitFor();
  return campaignId;
}

/** As a person starts it: the question is answered, with the number where it is asked for. */
export async function startIt(page: Page, many: number): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.campaigns.actions.start) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.startTitle, { name: "Night reset" }) });
  await dialog.waitFor();
  if (many >= 100) await dialog.getByRole("textbox").fill(String(many));
  await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.startYes) }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** As a person resumes it, on its page. */
export async function resumeIt(page: Page): Promise<void> {
  await resumeButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.locator('button[type="submit"]').click();
}

/** That of its page: the bar of running work below has one of its own. */
export function resumeButton(page: Page): Locator {
  return page.locator("header").getByRole("button", { name: t(($) => $.campaigns.actions.resume) });
}

/** The head of the page shows this state, and for a reason that has a label of its own that label. */
export async function expectState(page: Page, state: CampaignState, reason?: PauseReason): Promise<void> {
  const { text } = campaignWord({ state, ...(reason === undefined ? {} : { reason }) });
  await expect.poll(() => page.locator("header h1 + span").textContent(), { timeout: 30_000 }).toContain(text);
}

/** The counts as the window lists them; those that are missing are 0. */
export function countsText(counts: Partial<Counts>): string {
  const none = { planned: 0, excluded: 0, pending: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, cancelled: 0 };
  return countSentence({ ...none, ...counts });
}

/** The sentence of the counts contains this. */
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
