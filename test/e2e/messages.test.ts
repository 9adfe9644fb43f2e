/** Single SMS on screen: written, sent, seen, cancelled, lost and found again; templates; the overview; all against the simulator. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { ledgerFromNow } from "./campaigns.ts";
import { launchMessages, openThread, textOf } from "./messages.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";

/** Every SMS is buffered for ten minutes, then delivered and answered. */
const smsLife = { bufferedMs: [600_000, 600_000], failedRate: 0, expiredRate: 0, asleepRate: 0, replyRate: 1 } as const;
const shared = shareInFile(() => launchMessages({ smsLife }));

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox", { name: "Sender number" }).or(page.getByLabel("Sender number")).first().fill("4911");
  await textOf(page).fill(text);
}

const send = async (page: Page): Promise<void> => await page.getByRole("button", { name: /^Send 1 SMS/ }).click();

test("an SMS is sent once, seen as buffered, and cancelled with what came of it", async () => {
  const { page, service } = shared();
  await openThread(page, 70_001);
  const sent = ledgerFromNow(service);
  await write(page, "REPORT");
  await page.getByRole("button", { name: /^Send 1 SMS/ }).dblclick();
  const thread = page.getByRole("list", { name: "Messages" });
  await thread.getByText("REPORT", { exact: true }).waitFor();
  // Its line is there before its answer, and the text leaves the field with the answer.
  await expect.poll(() => textOf(page).inputValue()).toBe("");
  expect(sent()).toHaveLength(1);
  service.advance(60_000);
  await page.getByRole("button", { name: "Read again", exact: true }).click();
  await thread.getByText("buffered", { exact: true }).waitFor();
  await thread.getByText("Message details").first().click();
  await thread.getByText(/^Read from the service .* · status /).waitFor();
  await thread.getByRole("button", { name: "Cancel this SMS" }).click();
  await thread.getByText("The SMS is cancelled.").waitFor();
  await thread.getByText("cancelled", { exact: true }).waitFor();
});

test("a wrong sender and an empty text are named, and nothing is sent", async () => {
  const { page, service } = shared();
  await openThread(page, 70_002);
  const sent = ledgerFromNow(service);
  await write(page, "HELLO");
  await page.getByLabel("Sender number").first().fill("Fleet");
  await send(page);
  await page.getByText("The sender number may have 1 to 15 digits and nothing else.").waitFor();
  await page.getByLabel("Sender number").first().fill("4911");
  await textOf(page).fill(" ");
  await send(page);
  await page.getByText("The text is empty.").waitFor();
  expect(sent()).toEqual([]);
});

test("the character that made a text dear is named and replaced with a click", async () => {
  const { page } = shared();
  await openThread(page, 70_003);
  await write(page, "Don’t stop");
  await page.getByText(/UCS-2/).first().waitFor();
  await page.getByText(/right single quotation mark/i).waitFor();
  await page.getByRole("button", { name: "Replace by '" }).click();
  await page.getByText(/GSM-7/).first().waitFor();
  await expect.poll(() => textOf(page).inputValue()).toBe("Don't stop");
});

test("what is typed survives a reload of the window", async () => {
  const { page } = shared();
  await openThread(page, 70_004);
  await write(page, "half a sen");
  await page.reload();
  await expect.poll(() => textOf(page).inputValue()).toBe("half a sen");
});

test("a message whose answer was lost is shown as unknown and clears itself; it was sent once", async () => {
  const faults = { seed: 1, rules: [{ kind: "reset-after" as const, rate: 1, on: ["sms.send", "sms.list"] }] };
  const { page, service } = shared();
  onTestFinished(() => service.setFaults({}));
  service.setFaults(faults);
  await openThread(page, 70_005);
  const sent = ledgerFromNow(service);
  await write(page, "LOST");
  await send(page);
  const thread = page.getByRole("list", { name: "Messages" });
  await thread.getByText(/unknown/).waitFor({ timeout: 60_000 });
  service.setFaults({});
  // It may clear itself before the press.
  await thread
    .getByRole("button", { name: "Look it up now" })
    .evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  await expect
    .poll(() => thread.getByText("It is looked up by itself", { exact: false }).count(), { timeout: 30_000 })
    .toBe(0);
  expect(sent()).toHaveLength(1);
});

test("a template is written, filled for an endpoint, and its expected answer goes with the SMS", async () => {
  const { page, service } = shared();
  await goTo(page, "/messages/templates?template=new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Reboot");
  await textOf(page).fill("REBOOT {{pin}}");
  await page.getByRole("textbox", { name: "What pin is" }).fill("PIN of the device");
  await page.getByRole("textbox", { name: "Expected answer" }).fill(".");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: /^Reboot/ }).waitFor();
  await openThread(page, 70_006);
  const sent = ledgerFromNow(service);
  await page.getByRole("combobox", { name: "Template" }).or(page.getByLabel("Template")).first().click();
  await page.getByRole("option", { name: "Reboot" }).click();
  const dialog = page.getByRole("dialog", { name: "Reboot" });
  await dialog.getByRole("textbox", { name: "pin" }).fill("4711");
  await dialog.getByRole("button", { name: "Take this text" }).click();
  await page.getByLabel("Sender number").first().fill("4911");
  await expect.poll(() => textOf(page).inputValue()).toBe("REBOOT 4711");
  await send(page);
  await expect.poll(() => sent().map(({ payload }) => payload)).toEqual(["REBOOT 4711"]);
  service.advance(1_200_000);
  await page.getByText(/^answered as expected (\d+ \w+, )?\d\d:\d\d$/).waitFor({ timeout: 60_000 });
});

test("the overview shows what was read, offline as well, and leads to the thread", async () => {
  const { page, service } = await launchMessages();
  await openThread(page, 70_001);
  await goTo(page, "/messages");
  await page.getByText(/^of 1 thread read so far/).waitFor();
  await ask(page, "sms.send", { endpoint: "70001", from: "4911", text: "FIRST" });
  await ask(page, "sms.list", { endpoint: "70001" });
  await service.close();
  const list = page.getByRole("grid", { name: "Recent messages" });
  await list.getByText("FIRST").waitFor();
  await page.getByRole("searchbox", { name: "Search messages" }).fill("nothing like it");
  await page.getByText("No message fits").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await list.getByText("FIRST").click();
  await page.getByRole("complementary", { name: "Detail" }).getByText("FIRST", { exact: true }).waitFor();
});

test("axe finds nothing in the thread, the overview and the templates, light or dark", async () => {
  const { page } = shared();
  await openThread(page, 70_007);
  await ask(page, "sms.send", { endpoint: "70007", from: "4911", text: "FIRST" });
  await page.getByRole("list", { name: "Messages" }).getByText("FIRST", { exact: true }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await goTo(page, "/messages");
  await page.getByRole("grid", { name: "Recent messages" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await goTo(page, "/messages/templates?template=new");
  await page.getByRole("textbox", { name: "Notes" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});
