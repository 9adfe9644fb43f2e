/** The composer and the templates in error cases: a lost response, a tab that is left, a template removed by mistake. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { outcomeLabels } from "../../renderer/lib/outcome-labels.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { ledgerFromNow } from "./campaigns.ts";
import { launchMessages, openThread, sendButton, sender, textOf, threadOf } from "./messages.ts";

const thread = (page: Page): Locator => page.getByRole("list", { name: t(($) => $.messages.label) });

const shared = shareInFile(launchMessages);

async function write(page: Page, text: string): Promise<void> {
  await sender(page).fill("4911");
  await textOf(page).fill(text);
}

test(
  "a text whose response was lost stays and is not sent again by mistake; once found, it leaves the field",
  { timeout: 150_000 },
  async () => {
    const faults = { seed: 1, rules: [{ kind: "reset-after" as const, rate: 1, on: ["sms.send", "sms.list"] }] };
    const { page, service } = shared();
    onTestFinished(() => service.setFaults({}));
    service.setFaults(faults);
    await openThread(page, 70_001);
    const sent = ledgerFromNow(service);
    await write(page, "LOST");
    await textOf(page).press("Control+Enter");
    const composer = page.getByRole("region", { name: t(($) => $.messages.composer.label) });
    await composer.getByText(t(($) => $.messages.composer.checking)).waitFor({ timeout: 30_000 });
    expect(await textOf(page).inputValue()).toBe("LOST");
    await composer.getByRole("button", { name: t(($) => $.messages.actions.sendAgainAnyway) }).waitFor();
    await textOf(page).press("Control+Enter");

    // The unconfirmed message survives a reload of the window.
    await page.reload();
    await composer.getByRole("button", { name: t(($) => $.messages.actions.sendAgainAnyway) }).waitFor();
    await expect.poll(() => textOf(page).inputValue()).toBe("LOST");

    service.setFaults({});
    // Automatically, without a click.
    await composer
      .getByText(
        t(($) => $.messages.composer.sent),
        { exact: true },
      )
      .waitFor({ timeout: 90_000 });
    await expect.poll(() => textOf(page).inputValue()).toBe("");
    await composer.getByRole("button", { name: t(($) => $.messages.composer.send), exact: true }).waitFor();
    expect(sent()).toHaveLength(1);
  },
);

test("each endpoint has its own draft, whatever else is opened", async () => {
  const { page } = shared();
  await openThread(page, 70_002);
  await write(page, "half a sen");
  await goTo(page, threadOf(70_003));
  await expect.poll(() => textOf(page).inputValue()).toBe("");
  await textOf(page).fill("another");
  await goTo(page, "/messages");
  await goTo(page, threadOf(70_002));
  await expect.poll(() => textOf(page).inputValue()).toBe("half a sen");
  await goTo(page, threadOf(70_003));
  await expect.poll(() => textOf(page).inputValue()).toBe("another");
});

test("shows the service's message for a rejection, and the text stays", async () => {
  const faults = { seed: 1, rules: [{ kind: "refuse" as const, rate: 1, on: "sms.send" }] };
  const { page, service } = shared();
  onTestFinished(() => service.setFaults({}));
  service.setFaults(faults);
  await openThread(page, 70_004);
  const sent = ledgerFromNow(service);
  await write(page, "REFUSED");
  await sendButton(page).click();
  await page
    .getByRole("region", { name: t(($) => $.messages.composer.label) })
    .getByText(
      t(($) => $.common.rejected),
      { exact: true },
    )
    .waitFor();
  await thread(page).getByText(outcomeLabels.refused.text, { exact: true }).waitFor();
  expect(await textOf(page).inputValue()).toBe("REFUSED");
  expect(sent()).toEqual([]);
});

test("sends to a device on the suppression list only after a second click", async () => {
  const { page, service } = shared();
  await openThread(page, 70_005);
  const sent = ledgerFromNow(service);
  await callCore(page, "suppression.add", { values: ["70005"], note: "in repair" });
  await write(page, "PING");
  await sendButton(page).click();
  await page.getByRole("alert").filter({ hasText: "in repair" }).waitFor();
  await textOf(page).press("ControlOrMeta+Enter");
  expect(sent()).toEqual([]);
  expect(await textOf(page).inputValue()).toBe("PING");
  await page.getByRole("button", { name: t(($) => $.messages.composer.sendAnyway) }).click();
  await page
    .getByRole("region", { name: t(($) => $.messages.composer.label) })
    .getByText(
      t(($) => $.common.accepted),
      { exact: true },
    )
    .waitFor();
  expect(sent()).toHaveLength(1);
});

test("without a service the cached thread is shown, with its time", async () => {
  const { page, service } = await launchMessages();
  await openThread(page, 70_001);
  await write(page, "CACHED TEXT");
  await sendButton(page).click();
  await thread(page).getByText("CACHED TEXT", { exact: true }).waitFor();
  await page
    .getByText(t(($) => $.shell.age.asOf, { time: "" }))
    .first()
    .waitFor();
  await service.close();
  await page.reload();
  await thread(page).getByText("CACHED TEXT", { exact: true }).waitFor();
  await page.getByText(t(($) => $.shell.refreshFailed)).waitFor();
  await write(page, "AFTER");
  await sendButton(page).click();
  await page
    .getByRole("region", { name: t(($) => $.messages.composer.label) })
    .getByText(
      t(($) => $.messages.composer.notSent),
      { exact: true },
    )
    .waitFor({ timeout: 30_000 });
  expect(await textOf(page).inputValue()).toBe("AFTER");
});

test("a removed template is restored, with its unsaved edits", async () => {
  const { page } = shared();
  const { id } = (await callCore(page, "templates.save", { name: "Reboot", text: "REBOOT" })) as {
    readonly id: number;
  };
  await goTo(page, `/messages/templates?template=${id}`);
  await page.getByRole("textbox", { name: t(($) => $.messages.templates.notes) }).fill("Only at night");
  await page.getByRole("button", { name: t(($) => $.messages.templates.delete), exact: true }).click();
  await page.getByText(t(($) => $.messages.templates.deleted, { name: "Reboot" })).waitFor();
  expect(await callCore(page, "templates.list", {})).toEqual({ templates: [] });
  await page.getByRole("button", { name: t(($) => $.messages.templates.restore) }).click();
  await page.getByRole("button", { name: /^Reboot/ }).waitFor();
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.messages.templates.notes) }).inputValue())
    .toBe("Only at night");
});
