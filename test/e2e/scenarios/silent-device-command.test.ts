/** S3, messages: a command from a template is buffered, cancelled, sent again, delivered, and replied to. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstEndpointId, iccidOf } from "../../../main/simulator/values.ts";
import { launchSending } from "../campaigns.ts";
import { callCore } from "../look-up.ts";
import { sendButton, sender } from "../messages.ts";
import { endpointList } from "../support/big-fleet.ts";
import { openByFilter, putInClipboard } from "../support/clipboard-and-files.ts";

const second = 1_000;
/** The device receives its message a minute after the service accepted it, and replies to every command. */
const smsLife = {
  pendingMs: second,
  bufferedMs: [60 * second, 60 * second],
  failedRate: 0,
  expiredRate: 0,
  asleepRate: 0,
  replyRate: 1,
} as const;

const replied = t(($) => $.messages.thread.replies.asExpected);

/** Selects the template, enters its variable, inserts the text and sends it. */
async function sendFromTemplate(page: Page): Promise<void> {
  await page
    .getByLabel(
      t(($) => $.messages.templates.pick),
      { exact: true },
    )
    .first()
    .click();
  await page.getByRole("option", { name: "Field / Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset" });
  await dialog.getByRole("textbox", { name: "pin" }).fill("4711");
  await dialog.getByRole("button", { name: t(($) => $.messages.templates.use) }).click();
  await dialog.waitFor({ state: "hidden" });
  await sendButton(page).click();
}

test("a silent device gets a command, again after a cancellation, and its reply is matched to the one it received", async () => {
  const { page, service } = await launchSending({ clock: "stopped", smsLife });
  const slot = 4;
  const id = String(firstEndpointId + slot);
  await callCore(page, "templates.save", {
    name: "Reset",
    folder: "Field",
    text: "RESET {{pin}} {{endpoint.id}}",
    variables: [{ name: "pin", description: "On the label of the device" }],
    expect: { pattern: "^(OK|ERROR) RESET", withinMinutes: 30 },
  });
  await putInClipboard(page, iccidOf(1, slot));
  const list = endpointList(page);
  await openByFilter(page, list);
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("tab", { name: t(($) => $.messages.title) }).click();

  await sender(page).fill("4911");
  await sendFromTemplate(page);
  const messages = detail.getByRole("list", { name: t(($) => $.messages.label) }).locator("> li");
  const again = detail.getByRole("button", { name: t(($) => $.messages.refresh), exact: true });
  await expect.poll(() => messages.count()).toBe(1);
  const text = `RESET 4711 ${id}`;
  // The line appears before the service has the message.
  await expect
    .poll(() => service.ledger().map(({ endpointId, payload }) => [String(endpointId), payload]))
    .toEqual([[id, text]]);
  service.advance(10 * second);
  await again.click();
  await messages
    .first()
    .getByText(
      t(($) => $.shell.delivery.buffered),
      { exact: true },
    )
    .waitFor();
  await messages
    .first()
    .getByRole("button", { name: t(($) => $.messages.actions.cancel) })
    .click();
  await messages
    .first()
    .getByText(
      t(($) => $.shell.delivery.cancelled),
      { exact: true },
    )
    .waitFor();

  // A minute later the first one would have been delivered: it is not, since it was cancelled.
  service.advance(60 * second);
  await sendFromTemplate(page);
  await expect.poll(() => messages.count()).toBe(2);
  await expect.poll(() => service.ledger().length).toBe(2);
  service.advance(10 * second);
  await again.click();
  await detail
    .getByText(
      t(($) => $.shell.delivery.buffered),
      { exact: true },
    )
    .waitFor();
  service.advance(60 * second);
  await again.click();
  await detail.getByText(replied).waitFor();
  expect(service.ledger().map(({ payload }) => payload)).toEqual([text, text]);

  // Newest first: the reply, its command, and the cancelled one.
  const [first, other] = service.ledger();
  await expect.poll(async () => (await messages.allTextContents()).length).toBe(3);
  const { items } = (await callCore(page, "sms.thread", { endpoint: id })) as {
    readonly items: readonly { readonly id: string; readonly direction: string; readonly answers?: string }[];
  };
  expect(items.map((item) => item.id)).toContain(String(first?.smsId));
  expect(items.find(({ direction }) => direction === "mo")?.answers).toBe(String(other?.smsId));
  const delivered = messages.filter({ hasText: replied });
  await expect.poll(() => delivered.count()).toBe(1);
  await delivered
    .getByText(
      t(($) => $.shell.delivery.delivered),
      { exact: true },
    )
    .waitFor();
  await messages
    .filter({ hasText: t(($) => $.messages.directions.inbound) })
    .getByText(/^(OK|ERROR) RESET/)
    .waitFor();
  await messages
    .getByText(
      t(($) => $.shell.delivery.cancelled),
      { exact: true },
    )
    .waitFor();
});
