/** The list of campaigns, and every page of a campaign: complete at any window size, accessible, by keyboard. */
import type { Locator, Page } from "playwright-core";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  choose,
  expectState,
  launchSending,
  plan,
  planAndOpen,
  recipients,
  resumeButton,
  startCampaign,
} from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { expectRows } from "./support/big-fleet.ts";
import { statusOf } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";

/** The first two tests need the program without campaigns. */
const sending = shareInFile(() => launchSending({ smsLife: { asleepRate: 1 } }));

function waves(page: Page): Locator {
  return page.getByRole("region", { name: t(($) => $.campaigns.waves.title, { count: 2 }) });
}

/** Campaigns of this test that still run, or wait at a gate, end with it. */
function stopLater(page: Page): void {
  onTestFinished(async () => void (await callCore(page, "campaigns.stopAll", {})));
}

test("reports a campaign that does not exist, with a link back", async () => {
  const { page } = sending();
  await goTo(page, "/campaigns/4711");
  await page.getByText(formatText(codedText("campaign-unknown", { campaign: "4711" }))).waitFor();
  await page.getByRole("link", { name: t(($) => $.campaigns.allCampaigns) }).click();
  await page.getByRole("heading", { name: t(($) => $.campaigns.list.empty) }).waitFor();
});

test("distinguishes no campaigns, no matches, and a list with drafts", async () => {
  const { page } = sending();
  await goTo(page, "/campaigns");
  await page.getByRole("heading", { name: t(($) => $.campaigns.list.empty) }).waitFor();
  await callCore(page, "drafts.save", { step: "text", body: { name: "Meters of Berlin" } });
  const drafts = page.getByRole("region", { name: t(($) => $.campaigns.drafts.title) });
  await drafts
    .getByText(
      t(($) => $.planning.steps.text),
      { exact: false },
    )
    .waitFor();

  const discard = { name: t(($) => $.campaigns.drafts.discard) };
  await drafts.getByRole("button", discard).click();
  await expect.poll(() => drafts.count()).toBe(0);
  await page.getByRole("button", { name: t(($) => $.campaigns.drafts.restore) }).click();
  await drafts.getByText("Meters of Berlin").waitFor();
  await drafts.getByRole("button", discard).click();
  await expect.poll(() => drafts.count()).toBe(0);

  await plan(page, 3, { name: "First" });
  await plan(page, 4, { name: "Second" });
  await goTo(page, "/fleet/endpoint");
  await goTo(page, "/campaigns");
  await page.getByRole("link", { name: "First" }).waitFor();
  await page.getByRole("searchbox", { name: t(($) => $.campaigns.list.search) }).fill("sec");
  await expect.poll(() => page.getByRole("link", { name: "First" }).count()).toBe(0);
  await page.getByRole("searchbox", { name: t(($) => $.campaigns.list.search) }).fill("nobody");
  await page.getByRole("heading", { name: t(($) => $.campaigns.list.noMatch) }).waitFor();
  await page.getByRole("button", { name: t(($) => $.campaigns.list.clearFilters) }).click();
  await page.getByRole("link", { name: "Second" }).click();
  await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();

  // A campaign that was never started can be deleted.
  await choose(
    page,
    t(($) => $.campaigns.actions.delete),
  );
  await page
    .getByRole("dialog", { name: t(($) => $.campaigns.confirm.deleteTitle, { name: "Second" }) })
    .getByRole("button", { name: t(($) => $.campaigns.confirm.deleteYes) })
    .click();
  await page.getByRole("link", { name: "First" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Second" }).count()).toBe(0);
});

test("the palette opens the campaigns and preselects the shown one", async () => {
  const { page } = sending();
  stopLater(page);
  await planAndOpen(page, 40, { rate: 1 });
  await startCampaign(page, 40);
  await expectState(page, "running");
  const verb = async (title: string): Promise<void> => {
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill(title);
    await page.getByRole("button", { name: title }).waitFor();
    await page.keyboard.press("Enter");
  };
  await verb(t(($) => $.shell.commands.pauseCampaign.title));
  await expectState(page, "paused");
  await verb(t(($) => $.shell.commands.resumeCampaign.title));
  const dialog = page.getByRole("dialog", {
    name: t(($) => $.campaigns.confirm.resumeTitle, { name: "Night reset" }),
  });
  // The connection with its colour, and the number of messages sent through it.
  await dialog.getByText("Acme", { exact: true }).waitFor();
  await dialog.getByText(/through "Acme"/).waitFor();
  await dialog.locator('button[type="submit"]').click();
  await expectState(page, "running");
});

/** axe checks every cell in both themes, which takes long on a busy computer. */
const slow = { timeout: 180_000 };
const refusing = { rules: [{ kind: "refuse" as const, rate: 1, on: "sms.send", endpoints: [70_004] }] };
/** The gate keeps waiting if the rejected recipient is in the canary. */
const waveOptions = {
  rollout: { canary: { size: { count: 9 }, gate: { on: "delivered", share: 0.5, withinMinutes: 60 } } },
  expect: { pattern: "OK" },
};

test(
  "axe finds no violations on the page of a campaign that waits at its gate, nor in its overlays",
  slow,
  async () => {
    const { page, service } = sending();
    stopLater(page);
    onTestFinished(() => service.setFaults({}));
    service.setFaults(refusing);
    await planAndOpen(page, 12, waveOptions);
    await page.getByRole("button", { name: t(($) => $.campaigns.actions.start) }).click();
    await page.getByRole("dialog").waitFor();
    expect(await listViolationsInBothThemes(page)).toEqual(nothing);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t(($) => $.campaigns.confirm.startYes) })
      .click();
    await waves(page)
      .getByText(
        t(($) => $.campaigns.waves.waiting),
        { exact: true },
      )
      .waitFor();
    expect(await listViolationsInBothThemes(page)).toEqual(nothing);
    await page.getByRole("button", { name: t(($) => $.common.more), exact: true }).click();
    await page.getByRole("menu").waitFor();
    expect(await listViolationsInBothThemes(page)).toEqual(nothing);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t(($) => $.campaigns.speed.maximum) }).click();
    await page.getByRole("textbox", { name: t(($) => $.campaigns.speed.rate) }).waitFor();
    expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  },
);

test("axe finds no violations where campaigns are listed, recalled, verified and summarised", slow, async () => {
  const { page, service } = sending();
  stopLater(page);
  onTestFinished(() => service.setFaults({}));
  service.setFaults(refusing);
  const campaignId = await planAndOpen(page, 12, waveOptions);
  await callCore(page, "drafts.save", { step: "text", body: { name: "Meters of Berlin" } });
  await startCampaign(page, 12);
  await waves(page)
    .getByText(
      t(($) => $.campaigns.waves.waiting),
      { exact: true },
    )
    .waitFor();
  await page
    .getByRole("button", { name: t(($) => $.campaigns.actions.pause), exact: true })
    .first()
    .click();
  await resumeButton(page).waitFor();
  await goTo(page, `/campaigns/${campaignId}?recall=confirm`);
  const { counts } = await statusOf(page, campaignId);
  await page.getByRole("button", { name: t(($) => $.campaigns.recall.start, { count: counts.accepted }) }).click();
  await page.getByRole("button", { name: t(($) => $.campaigns.recall.copyResults) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await goTo(page, `/campaigns/${campaignId}/recipients`);
  await expectRows(recipients(page), 12);
  await recipients(page).focus();
  await expectFocus(page, recipients(page));
  await page.keyboard.press("Enter");
  await page
    .getByRole("complementary", { name: t(($) => $.campaigns.recipients.history, { row: "" }).trim() })
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  for (const [place, title] of [
    ["/campaigns", t(($) => $.campaigns.title)],
    ["/campaigns/verify", t(($) => $.campaigns.verify.title)],
    [`/campaigns/${campaignId}/summary`, "Night reset"],
  ] as const) {
    await goTo(page, place);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    expect([place, await listViolationsInBothThemes(page)]).toEqual([place, nothing]);
  }
});

/** Elements that extend beyond the window horizontally, and truncated buttons. */
const cutOff = `(() => {
  const scrolls = (one) => { for (let up = one.parentElement; up !== null && up !== document.body; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth + 1) return true; return false; };
  const out = [...document.querySelectorAll("body *")].filter((one) => { const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && one.checkVisibility() && one.closest(".visually-hidden, [aria-hidden=true]") === null && (left < -1 || right > innerWidth + 1) && !scrolls(one); });
  const cut = [...document.querySelectorAll("button")].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1);
  return [...out, ...cut].map((one) => one.outerHTML.slice(0, 160));
})()`;

test("every page of campaigns is complete in a small window and at 200 % zoom, while one runs", async () => {
  const { page } = sending();
  stopLater(page);
  const campaignId = await planAndOpen(page, 30, {
    ...waveOptions,
    rate: 1,
    name: "Night reset of all meters in the north of Berlin",
  });
  const session = await page.context().newCDPSession(page);
  onTestFinished(async () => {
    await session.send("Emulation.clearDeviceMetricsOverride");
    await session.detach();
  });
  for (const [width, height, deviceScaleFactor] of [
    [1024, 640, 1],
    [720, 450, 2],
  ] as const) {
    await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false });
    for (const place of [
      `/campaigns/${campaignId}`,
      `/campaigns/${campaignId}/recipients`,
      `/campaigns/${campaignId}/timeline`,
      `/campaigns/${campaignId}/settings`,
      "/campaigns",
      `/campaigns/${campaignId}/summary`,
      "/campaigns/verify",
    ]) {
      await goTo(page, place);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect.poll(() => page.evaluate(cutOff), { message: `${place} at ${width}` }).toEqual([]);
    }
    await callCore(page, "campaigns.start", { campaignId });
  }
});
