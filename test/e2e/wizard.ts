/** Writing a campaign as a person does: the hands for the tests of the wizard. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { Draft } from "#contract/drafts.ts";
import { ask, goTo } from "./look-up.ts";

export type Step = "Audience" | "Text" | "Safety" | "Review";

export async function newCampaign(page: Page): Promise<void> {
  await goTo(page, "/campaigns/new");
  await page.getByRole("heading", { level: 1, name: "New campaign" }).waitFor();
}

export async function stepTo(page: Page, step: Step): Promise<void> {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
  await expect.poll(() => page.url()).toContain(`step=${step.toLowerCase()}`);
}

/** Everything written so far is in the data directory. */
export async function expectKept(page: Page): Promise<void> {
  await page.getByText(/^Draft kept /).waitFor();
}

export async function addFilter(page: Page, filter: string): Promise<void> {
  await page.getByRole("combobox", { name: "Filter" }).fill(filter);
  await page.getByRole("button", { name: filter === "" ? "Add every endpoint" : "Add these endpoints" }).click();
}

export async function writeText(page: Page, text: string, name = "Night reset"): Promise<void> {
  await page.getByRole("textbox", { name: "Name of the campaign" }).fill(name);
  await page.getByRole("combobox", { name: "Sender number" }).fill("4911");
  await page.getByRole("textbox", { name: "Text of the SMS" }).fill(text);
}

/** Opens a block of the third step. */
export async function openBlock(page: Page, title: string): Promise<void> {
  await page.locator("summary").filter({ hasText: title }).click();
}

/** What the judgement of the audience says. */
export async function expectRecipients(page: Page, many: string): Promise<void> {
  await expect
    .poll(() => page.getByRole("region", { name: "What it comes to" }).locator("p").first().textContent())
    .toContain(`${many} recipient`);
}

/** Of a program that a file shares: the one draft that is written from now on, while there is one. */
export async function draftFromNow(page: Page): Promise<() => Promise<Draft | undefined>> {
  const list = async (): Promise<readonly Draft[]> =>
    ((await ask(page, "drafts.list", {})) as { readonly drafts: readonly Draft[] }).drafts;
  const before = new Set((await list()).map(({ id }) => id));
  return async () => {
    const [draft, ...others] = (await list()).filter(({ id }) => !before.has(id));
    expect(others).toEqual([]);
    return draft;
  };
}

/** The review has all its answers. Those that are still to come would move the start button from under the pointer. */
export async function expectReviewed(page: Page): Promise<void> {
  await page
    .getByText(/compared with the copy|^Since this was frozen$/)
    .first()
    .waitFor();
  await page.getByText(/^About .*; ends /).waitFor();
}

/** The campaign that the address names. */
export async function shownCampaign(page: Page): Promise<CampaignStatus> {
  await expect.poll(() => page.url()).toMatch(/#\/campaigns\/\d+$/);
  const campaignId = page.url().split("/").at(-1) ?? "";
  return (await ask(page, "campaigns.status", { campaignId })) as CampaignStatus;
}
