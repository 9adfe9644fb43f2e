/** Single SMS on screen: written, sent, shown, cancelled, lost and found again; templates; the overview; all against the simulator. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { deliveryLabels } from "../../renderer/lib/outcome-labels.ts";
import { senderProblem } from "#shared/rules/sender-number.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { ledgerFromNow } from "./campaigns.ts";
import { launchMessages, openThread, sendButton, sender, textOf } from "./messages.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { textPattern } from "../make/text-pattern.ts";

/** Every SMS is buffered for ten minutes, then delivered and replied to. */
const smsLife = { bufferedMs: [600_000, 600_000], failedRate: 0, expiredRate: 0, asleepRate: 0, replyRate: 1 } as const;
const shared = shareInFile(() => launchMessages({ smsLife }));

const fromService = t(($) => $.messages.detail.loadedAt, { time: "" });

async function write(page: Page, text: string): Promise<void> {
  await sender(page).fill("4911");
  await textOf(page).fill(text);
}

const send = async (page: Page): Promise<void> => await sendButton(page).click();

test("an SMS is sent once, shown as buffered, and cancelled with its outcome", async () => {
  const { page, service } = shared();
  await openThread(page, 70_001);
  const sent = ledgerFromNow(service);
  await write(page, "REPORT");
  await sendButton(page).dblclick();
  const thread = page.getByRole("list", { name: t(($) => $.messages.label) });
  await thread.getByText("REPORT", { exact: true }).waitFor();
  // Its line appears before the response, and the field is cleared with the response.
  await expect.poll(() => textOf(page).inputValue()).toBe("");
  expect(sent()).toHaveLength(1);
  service.advance(60_000);
  await page.getByRole("button", { name: t(($) => $.messages.refresh), exact: true }).click();
  await thread.getByText(deliveryLabels.buffered.text, { exact: true }).waitFor();
  await thread
    .getByText(t(($) => $.messages.detail.summary))
    .first()
    .click();
  await thread.getByText(new RegExp(`^${RegExp.escape(fromService)}.*BUFFERED`)).waitFor();
  await thread.getByRole("button", { name: t(($) => $.messages.actions.cancel) }).click();
  await page.getByText(formatText(codedText("sms-cancelled"))).waitFor();
  await thread.getByText(deliveryLabels.cancelled.text, { exact: true }).waitFor();
});

test("an invalid sender and an empty text are named, and nothing is sent", async () => {
  const { page, service } = shared();
  await openThread(page, 70_002);
  const sent = ledgerFromNow(service);
  await write(page, "HELLO");
  await sender(page).fill("Fleet");
  await send(page);
  await page.getByText(formatText(senderProblem("Fleet") ?? codedText("internal"))).waitFor();
  await sender(page).fill("4911");
  await textOf(page).fill(" ");
  await send(page);
  await page.getByText(t(($) => $.messages.composer.textMissing)).waitFor();
  expect(sent()).toEqual([]);
});

test("names the character that makes a text expensive and replaces it with a click", async () => {
  const { page } = shared();
  await openThread(page, 70_003);
  await write(page, "Don’t stop");
  await page.getByText(/UCS-2/).first().waitFor();
  await page.getByText(/right single quotation mark/i).waitFor();
  await page.getByRole("button", { name: t(($) => $.shell.sms.replaceWith, { replacement: "'" }) }).click();
  await page.getByText(/GSM-7/).first().waitFor();
  await expect.poll(() => textOf(page).inputValue()).toBe("Don't stop");
});

test("a draft survives a reload of the window", async () => {
  const { page } = shared();
  await openThread(page, 70_004);
  await write(page, "half a sen");
  await page.reload();
  await expect.poll(() => textOf(page).inputValue()).toBe("half a sen");
});

test("a message with a lost response is shown as unknown and resolves automatically; it was sent once", async () => {
  const faults = { seed: 1, rules: [{ kind: "reset-after" as const, rate: 1, on: ["sms.send", "sms.list"] }] };
  const { page, service } = shared();
  onTestFinished(() => service.setFaults({}));
  service.setFaults(faults);
  await openThread(page, 70_005);
  const sent = ledgerFromNow(service);
  await write(page, "LOST");
  await send(page);
  const thread = page.getByRole("list", { name: t(($) => $.messages.label) });
  await thread.getByText(t(($) => $.messages.thread.checkedAutomatically)).waitFor({ timeout: 60_000 });
  service.setFaults({});
  // It may be resolved before the click.
  await thread
    .getByRole("button", { name: t(($) => $.messages.actions.checkOutcome) })
    .evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  await expect
    .poll(() => thread.getByText(t(($) => $.messages.thread.checkedAutomatically)).count(), { timeout: 30_000 })
    .toBe(0);
  expect(sent()).toHaveLength(1);
});

test("a template is written, filled for an endpoint, and its expected reply is sent with the SMS", async () => {
  const { page, service } = shared();
  await goTo(page, "/messages/templates?template=new");
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Reboot");
  await textOf(page).fill("REBOOT {{pin}}");
  await page
    .getByRole("textbox", { name: t(($) => $.messages.templates.descriptionOf, { name: "pin" }) })
    .fill("PIN of the device");
  await page.getByRole("textbox", { name: t(($) => $.messages.expectedReply.label) }).fill(".");
  await page.getByRole("button", { name: t(($) => $.messages.templates.save), exact: true }).click();
  await page.getByRole("button", { name: /^Reboot/ }).waitFor();
  const { templates } = (await callCore(page, "templates.list", {})) as { readonly templates: readonly object[] };
  await callCore(page, "templates.save", { ...templates[0], notes: "Only at night." });
  const notes = page.getByRole("textbox", { name: t(($) => $.messages.templates.notes) });
  await expect.poll(() => notes.inputValue()).toBe("Only at night.");
  await openThread(page, 70_006);
  const sent = ledgerFromNow(service);
  await page
    .getByLabel(
      t(($) => $.messages.templates.pick),
      { exact: true },
    )
    .first()
    .click();
  await page.getByRole("option", { name: "Reboot" }).click();
  const dialog = page.getByRole("dialog", { name: "Reboot" });
  await dialog.getByRole("textbox", { name: "pin" }).fill("4711");
  await dialog.getByRole("button", { name: t(($) => $.messages.templates.use) }).click();
  await sender(page).fill("4911");
  await expect.poll(() => textOf(page).inputValue()).toBe("REBOOT 4711");
  await send(page);
  await expect.poll(() => sent().map(({ payload }) => payload)).toEqual(["REBOOT 4711"]);
  service.advance(1_200_000);
  const replied = textPattern((any) =>
    t(($) => $.messages.thread.replyAt, {
      reply: t(($) => $.messages.thread.replies.asExpected),
      time: any(/(\d+ \w+, )?\d\d:\d\d/),
    }),
  );
  await page.getByText(new RegExp(`^${replied}$`)).waitFor({ timeout: 60_000 });
});

test("the overview shows cached messages, offline as well, and links to the thread", async () => {
  const { page, service } = await launchMessages();
  await openThread(page, 70_001);
  await goTo(page, "/messages");
  await page.getByText(new RegExp(`^${RegExp.escape(t(($) => $.messages.recent.loaded, { count: 1 }))}`)).waitFor();
  await callCore(page, "sms.send", { endpoint: "70001", from: "4911", text: "FIRST" });
  await callCore(page, "sms.list", { endpoint: "70001" });
  await service.close();
  const list = page.getByRole("grid", { name: t(($) => $.messages.recent.label) });
  await list.getByText("FIRST").waitFor();
  await page.getByRole("searchbox", { name: t(($) => $.messages.recent.search) }).fill("nothing like it");
  await page.getByText(t(($) => $.messages.recent.noMatch)).waitFor();
  await page.getByRole("button", { name: t(($) => $.common.clearFilters) }).click();
  await list.getByText("FIRST").click();
  await page
    .getByRole("complementary", { name: t(($) => $.common.details) })
    .getByText("FIRST", { exact: true })
    .waitFor();
});

test("an open menu stays with its message while others arrive above it", async () => {
  const { page } = shared();
  await goTo(page, "/messages");
  const list = page.getByRole("grid", { name: t(($) => $.messages.recent.label) });
  await callCore(page, "sms.send", { endpoint: "70008", from: "4911", text: "OLDER" });
  await list.getByText("OLDER").click({ button: "right" });
  await callCore(page, "sms.send", { endpoint: "70009", from: "4911", text: "NEWER" });
  await list.getByText("NEWER").waitFor();
  await page.getByRole("menuitem", { name: t(($) => $.messages.actions.cancel) }).click();
  await list
    .getByRole("row")
    .filter({ hasText: "OLDER" })
    .getByText(deliveryLabels.cancelled.text, { exact: true })
    .waitFor();
});

test("axe finds no violations in the thread, the overview and the templates, light or dark", async () => {
  const { page } = shared();
  await openThread(page, 70_007);
  await callCore(page, "sms.send", { endpoint: "70007", from: "4911", text: "FIRST" });
  await page
    .getByRole("list", { name: t(($) => $.messages.label) })
    .getByText("FIRST", { exact: true })
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await goTo(page, "/messages");
  await page.getByRole("grid", { name: t(($) => $.messages.recent.label) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await goTo(page, "/messages/templates?template=new");
  await page.getByRole("textbox", { name: t(($) => $.messages.templates.notes) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
