/** S3, events: an ICCID in the clipboard, and the events of its device, while calls fail. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { firstEndpointId, iccidOf } from "../../../main/simulator/values.ts";
import { launchSending } from "../campaigns.ts";
import { callCore } from "../look-up.ts";
import { endpointList, listOf } from "../support/big-fleet.ts";
import { openByFilter, putInClipboard } from "../support/clipboard-and-files.ts";

/** The beginning of the text that shows the covered period. */
const loaded = t(($) => $.events.coverage.loadedPeriod, { period: "" }).replace(/\.$/, "");

interface Listed {
  readonly items: readonly { readonly severity: string }[];
}

test("a silent device's events are read despite faults, distinguished by severity, and linked from its history to the list and back", async () => {
  const on = ["endpoint.events", "sms.list"];
  const rules = [
    { kind: "throttle" as const, rate: 0.3, retryAfter: 1, on },
    { kind: "error-before" as const, rate: 0.2, on },
    { kind: "reset-before" as const, rate: 0.1, on },
  ];
  const { page } = await launchSending({ history: true, faults: { seed: 3, rules } });
  const slot = 4;
  const endpoint = String(firstEndpointId + slot);
  await putInClipboard(page, iccidOf(1, slot));
  const list = endpointList(page);
  await openByFilter(page, list);
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("tab", { name: t(($) => $.shell.detailTabs.history) }).click();

  // All events of the service are here, despite the faults.
  const lines = detail.getByRole("list", { name: t(($) => $.events.history.label) });
  await lines
    .getByRole("link", { name: t(($) => $.events.event) })
    .first()
    .waitFor();
  await detail.getByText(new RegExp(`^${RegExp.escape(loaded)}`)).waitFor();
  const events = lines.locator('[data-source="event"]');
  const { items } = (await callCore(page, "events.list", {
    scope: { of: "endpoint", id: endpoint },
    limit: 1000,
  })) as Listed;
  expect(items.length).toBeGreaterThan(0);
  await expect.poll(() => events.count()).toBe(items.length);

  await lines
    .getByRole("link", { name: t(($) => $.events.event) })
    .first()
    .click();
  const narrowed = listOf(
    page,
    t(($) => $.events.list.label),
  );
  await expect.poll(() => narrowed.getAttribute("aria-rowcount")).toBe(String(items.length + 1));
  const event = page.getByRole("complementary", { name: t(($) => $.events.event), exact: true });
  await event
    .getByRole("region", { name: t(($) => $.events.detail.records) })
    .getByRole("link")
    .first()
    .click();
  await expect.poll(() => detail.count()).toBe(1);
  await page.goBack();
  await page.goBack();
  await lines.waitFor();
});
