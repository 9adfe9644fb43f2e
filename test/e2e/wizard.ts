/** Steps of writing a campaign, for the tests of the wizard. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type Draft, type DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { callCore, goTo } from "./look-up.ts";
import { expectFocus } from "./support/focus.ts";
import { textPattern } from "../make/text-pattern.ts";

/** The start button, with any number. */
export const startSending = new RegExp(
  textPattern((any) => t(($) => $.planning.start.startSending, { count: 7 }).replace("7", any(/[\d,]+/))),
);

/** The button to a step. */
export function nextTo(step: DraftStep): string {
  return t(($) => $.planning.page.nextTo, { step: t(($) => $.planning.steps[step]) });
}

/** Opens a new draft, also after one that is not saved yet: until then both have the same address. */
export async function newCampaign(page: Page): Promise<void> {
  await goTo(page, "/campaigns");
  await goTo(page, "/campaigns/new");
  await page.getByRole("heading", { level: 1, name: t(($) => $.planning.head.newCampaign) }).waitFor();
}

/** The focus is in the step: the buttons below the steps move it there a moment after they open one. */
export async function expectFocusInStep(page: Page, step: DraftStep): Promise<void> {
  await expectFocus(page, page.locator(`[data-step="${step}"] *`));
}

/** Opens the next step with its button; its fields can be filled afterwards. */
export async function nextStep(page: Page, step: DraftStep): Promise<void> {
  await page.getByRole("button", { name: nextTo(step) }).click();
  await expectFocusInStep(page, step);
}

export async function stepTo(page: Page, step: DraftStep): Promise<void> {
  const steps = page.getByRole("navigation", { name: t(($) => $.planning.head.steps) });
  await steps.getByRole("button", { name: t(($) => $.planning.steps[step]) }).click();
  await expect.poll(() => page.url()).toContain(`step=${step}`);
}

/** All drafts so far are in the data directory. */
export async function expectSaved(page: Page): Promise<void> {
  await page.getByText(t(($) => $.planning.head.saved, { time: "" }).trim()).waitFor();
}

export async function addFilter(page: Page, filter: string): Promise<void> {
  await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).fill(filter);
  await page
    .getByRole("button", {
      name: filter === "" ? t(($) => $.planning.add.addAll) : t(($) => $.planning.add.addMatching),
    })
    .click();
}

export async function writeText(page: Page, text: string, name = "Night reset"): Promise<void> {
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.name) }).fill(name);
  await page.getByRole("combobox", { name: t(($) => $.planning.fields.sender) }).fill("4911");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.text) }).fill(text);
}

/** Opens a block of the third step, by its title. */
export async function openBlock(page: Page, title: string): Promise<void> {
  await page.locator("summary").filter({ hasText: title }).click();
}

/** The text of the audience's evaluation. */
export async function expectRecipients(page: Page, many: number): Promise<void> {
  const preview = page.getByRole("region", { name: t(($) => $.planning.preview.title), exact: true });
  await expect
    .poll(() => preview.locator("p").first().textContent())
    .toBe(t(($) => $.common.recipientCount, { count: many }));
}

/** Of a program that a file shares: the one draft that is written from now on, while it exists. */
export async function draftFromNow(page: Page): Promise<() => Promise<Draft | undefined>> {
  const list = async (): Promise<readonly Draft[]> =>
    ((await callCore(page, "drafts.list", {})) as { readonly drafts: readonly Draft[] }).drafts;
  const before = new Set((await list()).map(({ id }) => id));
  return async () => {
    const [draft, ...rest] = (await list()).filter(({ id }) => !before.has(id));
    expect(rest).toEqual([]);
    return draft;
  };
}

/** The review is fully loaded. Parts that load later would move the start button from under the pointer. */
export async function expectReviewed(page: Page): Promise<void> {
  await page
    .getByText(t(($) => $.planning.drift.unchanged))
    .or(
      page.getByText(
        t(($) => $.planning.drift.title),
        { exact: true },
      ),
    )
    .first()
    .waitFor();
  const duration = page.getByRole("region", { name: t(($) => $.planning.preflight.title) });
  await duration
    .getByText(
      t(($) => $.planning.preflight.session),
      { exact: true },
    )
    .waitFor();
}

/** The campaign in the URL. */
export async function currentCampaign(page: Page): Promise<CampaignStatus> {
  await expect.poll(() => page.url()).toMatch(/#\/campaigns\/\d+$/);
  const campaignId = page.url().split("/").at(-1) ?? "";
  return (await callCore(page, "campaigns.status", { campaignId })) as CampaignStatus;
}
