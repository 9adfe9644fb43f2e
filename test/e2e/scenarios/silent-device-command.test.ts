/** S3, the part of the messages: a command from a template is buffered, cancelled, sent again, delivered, and answered. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstEndpointId, iccidOf } from "../../../main/simulator/identifiers.ts";
import { launchSending } from "../campaigns.ts";
import { ask } from "../look-up.ts";
import { listOf } from "../support/big-fleet.ts";
import { openByFilter, putInClipboard } from "../support/hand-over.ts";

const second = 1_000;
/** The device hears of its message a minute after the service took it, and answers every command. */
const smsLife = {
  pendingMs: second,
  bufferedMs: [60 * second, 60 * second],
  failedRate: 0,
  expiredRate: 0,
  asleepRate: 0,
  replyRate: 1,
} as const;

/** As a person does it: the template is chosen, its variable typed, the text taken and sent. */
async function sendFromTemplate(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Template" }).or(page.getByLabel("Template")).first().click();
  await page.getByRole("option", { name: "Field / Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset" });
  await dialog.getByRole("textbox", { name: "pin" }).fill("4711");
  await dialog.getByRole("button", { name: "Take this text" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Send 1 SMS, 1 segment" }).click();
}

test("a silent device gets a command, again after it was cancelled, and its answer is tied to the one it heard", async () => {
  const { page, service } = await launchSending({ clock: "stopped", smsLife });
  const slot = 4;
  const id = String(firstEndpointId + slot);
  await ask(page, "templates.save", {
    name: "Reset",
    folder: "Field",
    text: "RESET {{pin}} {{endpoint.id}}",
    variables: [{ name: "pin", description: "On the label of the device" }],
    expect: { pattern: "^(OK|ERROR) RESET", withinMinutes: 30 },
  });
  await putInClipboard(page, iccidOf(1, slot));
  const list = listOf(page, "Endpoints");
  await openByFilter(page, list);
  const detail = page.getByRole("complementary", { name: "Detail" });
  await detail.getByRole("tab", { name: "Messages" }).click();

  await page.getByLabel("Sender number").first().fill("4911");
  await sendFromTemplate(page);
  const messages = detail.getByRole("list", { name: "Messages" }).locator("> li");
  const again = detail.getByRole("button", { name: "Read again", exact: true });
  await expect.poll(() => messages.count()).toBe(1);
  const text = `RESET 4711 ${id}`;
  // The line is there before the service has it.
  await expect
    .poll(() => service.ledger().map(({ endpointId, payload }) => [String(endpointId), payload]))
    .toEqual([[id, text]]);
  service.advance(10 * second);
  await again.click();
  await messages.first().getByText("buffered", { exact: true }).waitFor();
  await messages.first().getByRole("button", { name: "Cancel this SMS" }).click();
  await messages.first().getByText("cancelled", { exact: true }).waitFor();

  // A minute later the first one would have been delivered: it is not, since it was taken back.
  service.advance(60 * second);
  await sendFromTemplate(page);
  await expect.poll(() => messages.count()).toBe(2);
  await expect.poll(() => service.ledger().length).toBe(2);
  service.advance(10 * second);
  await again.click();
  await detail.getByText("buffered", { exact: true }).waitFor();
  service.advance(60 * second);
  await again.click();
  await detail.getByText(/as expected/).waitFor();
  expect(service.ledger().map(({ payload }) => payload)).toEqual([text, text]);

  // The newest first: the answer, the command it belongs to, and the one that was taken back.
  const [first, other] = service.ledger();
  await expect.poll(async () => (await messages.allTextContents()).length).toBe(3);
  const { items } = (await ask(page, "sms.thread", { endpoint: id })) as {
    readonly items: readonly { readonly id: string; readonly direction: string; readonly answers?: string }[];
  };
  expect(items.map((item) => item.id)).toContain(String(first?.smsId));
  expect(items.find(({ direction }) => direction === "mo")?.answers).toBe(String(other?.smsId));
  const delivered = messages.filter({ hasText: /as expected/ });
  await expect.poll(() => delivered.count()).toBe(1);
  await delivered.getByText("delivered", { exact: true }).waitFor();
  await messages
    .filter({ hasText: "From the device" })
    .getByText(/^(OK|ERROR) RESET/)
    .waitFor();
  await messages.getByText("cancelled", { exact: true }).waitFor();
});
