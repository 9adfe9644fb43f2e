/** The composer and the templates when something goes otherwise: a lost answer, a tab that is left, a template removed by mistake. */
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { ledgerFromNow } from "./campaigns.ts";
import { launchMessages, openThread, textOf, threadOf } from "./messages.ts";

const thread = (page: Page): Locator => page.getByRole("list", { name: "Messages" });

const shared = shareInFile(launchMessages);

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Sender number").first().fill("4911");
  await textOf(page).fill(text);
}

test(
  "a text whose answer was lost stays and is not sent again by mistake; found, it leaves the field",
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
    const composer = page.getByRole("region", { name: "Write an SMS" });
    await composer.getByText("Being checked").waitFor({ timeout: 30_000 });
    expect(await textOf(page).inputValue()).toBe("LOST");
    await composer.getByRole("button", { name: "Send again anyway" }).waitFor();
    await textOf(page).press("Control+Enter");

    // The doubt outlives the window.
    await page.reload();
    await composer.getByRole("button", { name: "Send again anyway" }).waitFor();
    await expect.poll(() => textOf(page).inputValue()).toBe("LOST");

    service.setFaults({});
    // By itself; nobody presses anything.
    await composer.getByText("It was sent", { exact: true }).waitFor({ timeout: 90_000 });
    await expect.poll(() => textOf(page).inputValue()).toBe("");
    await composer.getByRole("button", { name: "Send 1 SMS", exact: true }).waitFor();
    expect(sent()).toHaveLength(1);
  },
);

test("each endpoint keeps what was written to it, whatever else is opened", async () => {
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

test("what the service refuses is told in its own words, and the text stays", async () => {
  const faults = { seed: 1, rules: [{ kind: "refuse" as const, rate: 1, on: "sms.send" }] };
  const { page, service } = shared();
  onTestFinished(() => service.setFaults({}));
  service.setFaults(faults);
  await openThread(page, 70_004);
  const sent = ledgerFromNow(service);
  await write(page, "REFUSED");
  await page.getByRole("button", { name: /^Send 1 SMS/ }).click();
  await page.getByRole("region", { name: "Write an SMS" }).getByText("Refused", { exact: true }).waitFor();
  await thread(page).getByText("refused", { exact: true }).waitFor();
  expect(await textOf(page).inputValue()).toBe("REFUSED");
  expect(sent()).toEqual([]);
});

test("a device on the list of those never sent to is sent to by a second press alone", async () => {
  const { page, service } = shared();
  await openThread(page, 70_005);
  const sent = ledgerFromNow(service);
  await ask(page, "suppression.add", { values: ["70005"], note: "in repair" });
  await write(page, "PING");
  await page.getByRole("button", { name: /^Send 1 SMS/ }).click();
  await page.getByRole("alert").filter({ hasText: "in repair" }).waitFor();
  await textOf(page).press("ControlOrMeta+Enter");
  expect(sent()).toEqual([]);
  expect(await textOf(page).inputValue()).toBe("PING");
  await page.getByRole("button", { name: "Send anyway" }).click();
  await page.getByRole("region", { name: "Write an SMS" }).getByText("Accepted", { exact: true }).waitFor();
  expect(sent()).toHaveLength(1);
});

test("without a service the thread is read from this computer, and says of when", async () => {
  const { page, service } = await launchMessages();
  await openThread(page, 70_001);
  await write(page, "BEFORE");
  await page.getByRole("button", { name: /^Send 1 SMS/ }).click();
  await thread(page).getByText("BEFORE", { exact: true }).waitFor();
  await page
    .getByText(/^as of \d\d:\d\d/)
    .first()
    .waitFor();
  await service.close();
  await page.reload();
  await thread(page).getByText("BEFORE", { exact: true }).waitFor();
  await page.getByText("The service could not be asked").waitFor();
  await write(page, "AFTER");
  await page.getByRole("button", { name: /^Send 1 SMS/ }).click();
  await page.getByRole("region", { name: "Write an SMS" }).getByText("Nothing was sent").waitFor({ timeout: 30_000 });
  expect(await textOf(page).inputValue()).toBe("AFTER");
});

test("a template removed by mistake is brought back, with what was half typed into it", async () => {
  const { page } = shared();
  const { id } = (await ask(page, "templates.save", { name: "Reboot", text: "REBOOT" })) as { readonly id: number };
  await goTo(page, `/messages/templates?template=${id}`);
  await page.getByRole("textbox", { name: "Notes" }).fill("Only at night");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The template “Reboot” was removed").waitFor();
  expect(await ask(page, "templates.list", {})).toEqual({ templates: [] });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^Reboot/ }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("Only at night");
});
