/** Frequent jobs, counted in steps: a click, a key chord, one paste, one drop or one typed text is one step. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { iccidOf } from "../../../main/simulator/values.ts";
import { expectState, launchSending, ledgerFromNow, plan } from "../campaigns.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { callCore, goTo } from "../look-up.ts";
import { createQuotaClient, readAll } from "../quotas.ts";
import { dropFile } from "../support/clipboard-and-files.ts";
import { statusOf } from "../support/campaign-runs.ts";
import { expectFocus } from "../support/focus.ts";
import { expectRecipients, expectReviewed, nextTo } from "../wizard.ts";

const sending = shareInFile(() => launchSending());

interface Steps {
  readonly click: (target: Locator) => Promise<void>;
  readonly press: (keys: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly drop: (region: string, name: string, text: string) => Promise<void>;
  readonly count: () => number;
}

function countSteps(page: Page): Steps {
  let steps = 0;
  const step =
    <Rest extends readonly unknown[]>(run: (...rest: Rest) => Promise<void>) =>
    async (...rest: Rest): Promise<void> => {
      steps += 1;
      await run(...rest);
    };
  return {
    click: step(async (target) => await target.click()),
    press: step(async (keys) => await page.keyboard.press(keys)),
    type: step(async (text) => await page.keyboard.insertText(text)),
    drop: step(async (region, name, text) =>
      dropFile(page, region, name, `new TextEncoder().encode(${JSON.stringify(text)})`),
    ),
    count: () => steps,
  };
}

test("a bulk command from a customer's file takes at most 6 steps", async () => {
  const { page, service } = sending();
  await plan(page, 1, { name: "Last time", from: "4922", rate: 5 });
  await goTo(page, "/events");
  const sent = ledgerFromNow(service);
  const { click, type, drop, count } = countSteps(page);
  const button = (name: string): Locator => page.getByRole("button", { name });
  await drop(
    t(($) => $.shell.pages.events),
    "Pumps north.csv",
    "endpoint_id\n70001\n70002\n",
  );
  await expectRecipients(page, 2);
  await click(button(nextTo("text")));
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.planning.fields.text) }));
  await type("REBOOT");
  await click(button(nextTo("safety")));
  await click(button(nextTo("review")));
  await expectReviewed(page);
  await click(button(t(($) => $.planning.start.startSending, { count: 2 })));
  await expectState(page, "finished");
  expect(sent().map(({ sourceAddress, payload }) => [sourceAddress, payload])).toEqual([
    ["4922", "REBOOT"],
    ["4922", "REBOOT"],
  ]);
  await page.getByRole("heading", { level: 1, name: "Pumps north" }).waitFor();
  expect(count()).toBeLessThanOrEqual(6);
});

test("rejected recipients are retried in at most 3 steps, also while the campaign runs", async () => {
  const { page, service } = sending();
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", attempts: 1, endpoints: [70_003] }] });
  // Slow enough to be still running after the steps, on a busy computer too.
  const campaignId = await plan(page, 90, { rate: 2 });
  await callCore(page, "campaigns.start", { campaignId });
  await expect.poll(async () => (await statusOf(page, campaignId)).counts.refused).toBe(1);
  await goTo(page, "/campaigns");
  const { click, count } = countSteps(page);
  await click(page.getByRole("link", { name: "Night reset" }).first());
  await click(page.getByRole("button", { name: t(($) => $.campaigns.actions.retryRejected, { number: 1 }) }));
  await click(
    page.getByRole("dialog").getByRole("button", { name: t(($) => $.campaigns.confirm.retryYes, { count: 1 }) }),
  );
  await expect.poll(async () => (await statusOf(page, campaignId)).counts.refused).toBe(0);
  expect((await statusOf(page, campaignId)).state).toBe("running");
  expect(count()).toBeLessThanOrEqual(3);
  await callCore(page, "campaigns.setSpeed", { campaignId, rate: 0 });
  await expect.poll(async () => (await statusOf(page, campaignId)).counts.accepted).toBe(90);
});

test.each([
  ["ControlOrMeta+Shift+M", ""],
  ["ControlOrMeta+K", "sms "],
])("one SMS to a known ICCID takes at most 4 steps (%s)", async (keys, verb) => {
  const { page, service } = sending();
  await callCore(page, "sms.send", { endpoint: "70009", from: "4911", text: "CHK" });
  await goTo(page, "/events");
  const sent = ledgerFromNow(service);
  const { press, type, count } = countSteps(page);
  await press(keys);
  const field = page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) });
  await expectFocus(page, field);
  await type(`${verb}${iccidOf(1, 3)}`);
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.messages.text) }));
  await type("REBOOT");
  await press("ControlOrMeta+Enter");
  await expect.poll(() => sent().map(({ endpointId, payload }) => [endpointId, payload])).toEqual([[70_004, "REBOOT"]]);
  expect(count()).toBeLessThanOrEqual(4);
});

test("low quotas are topped up in at most 6 steps", async () => {
  const { page, service } = sending();
  const low = ["70005", "70006"];
  const quotas = await createQuotaClient(service);
  for (const endpoint of low) await quotas.setQuota(endpoint, { volume: 0 });
  await readAll(page, { source: { ids: low } });
  await goTo(page, "/quotas");
  const number = low.length;
  const { click, press, type, count } = countSteps(page);
  const button = (name: string): Locator => page.getByRole("button", { name });
  await click(
    page.getByRole("group", { name: t(($) => $.quotas.overview.groups) }).getByRole("button", { name: /^Below/ }),
  );
  const group = t(($) => $.quotas.group.below, { percent: 20 });
  await click(button(t(($) => $.quotas.overview.topUp, { count: number, group })));
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }));
  await type("50");
  await press("Enter");
  await click(button(t(($) => $.quotas.action.start, { count: number })));
  const yes = t(($) => $.quotas.question.start.yes, { count: number });
  await click(page.getByRole("dialog").getByRole("button", { name: yes }));
  await expect.poll(async () => await quotas.volumes(low)).toEqual([50, 50]);
  expect(count()).toBeLessThanOrEqual(6);
});

test(
  "more than 100 low quotas are topped up in at most 6 steps, with their number typed",
  { timeout: 120_000 },
  async () => {
    const { page, service } = sending();
    const low = Array.from({ length: 101 }, (_, index) => String(70_001 + index));
    const quotas = await createQuotaClient(service);
    for (const endpoint of low) await quotas.setQuota(endpoint, { volume: 0 });
    await readAll(page, { source: { ids: low } });
    await goTo(page, "/quotas");
    const number = low.length;
    const { click, press, type, count } = countSteps(page);
    const button = (name: string): Locator => page.getByRole("button", { name });
    const group = t(($) => $.quotas.group.below, { percent: 20 });
    await click(button(t(($) => $.quotas.overview.topUp, { count: number, group })));
    await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }));
    await type("50");
    await press("Enter");
    await click(button(t(($) => $.quotas.action.start, { count: number })));
    await expectFocus(
      page,
      page.getByRole("dialog").getByRole("textbox", { name: t(($) => $.common.typeNumber, { number }) }),
    );
    await type(String(number));
    await press("Enter");
    await expect.poll(async () => await quotas.volumes(low), { timeout: 60_000 }).toEqual(low.map(() => 50));
    expect(count()).toBeLessThanOrEqual(6);
  },
);

test("an endpoint is found by any identifier in at most 3 steps", async () => {
  const { page } = sending();
  await goTo(page, "/events");
  const query = { collection: "endpoint", filter: "id:70001" };
  const { items } = (await callCore(page, "fleet.list", query)) as {
    readonly items: readonly { readonly record: { readonly name: string } }[];
  };
  const name = items[0]?.record.name ?? "";
  const { press, type, count } = countSteps(page);
  await press("ControlOrMeta+K");
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }));
  await type(iccidOf(1, 0));
  await page.getByRole("button", { name }).first().waitFor();
  await press("Enter");
  await page.getByRole("heading", { name, level: 2 }).waitFor();
  expect(count()).toBeLessThanOrEqual(3);
});
