/** The last step of the campaign wizard: without a network, after a change, with a test and with quotas. */
import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { deliveryLabels, outcomeLabels } from "../../renderer/lib/outcome-labels.ts";
import { ledgerFromNow } from "./campaigns.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { expectSomeRows } from "./support/big-fleet.ts";
import { connectForSending } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";
import { startCable } from "./support/cable.ts";
import {
  addFilter,
  expectFocusInStep,
  expectReviewed,
  newCampaign,
  nextTo,
  openBlock,
  currentCampaign,
  startSending,
  stepTo,
  writeText,
} from "./wizard.ts";

/** The service is at the other end of a cable. */
const sending = shareInFile(async () => {
  const service = await startService();
  const wire = await startCable(service.baseUrl);
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, { ...service, baseUrl: wire.baseUrl });
  return { ...fleetdesk, service, wire };
});

test("a campaign planned without a network waits; changes since then are shown, excluded, and the rest is sent", async () => {
  const { page, desktop, service, wire } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(async () => {
    wire.reconnect();
    await desktop.setOnline(true);
  });
  await desktop.setOnline(false);
  wire.disconnect();
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor();
  await newCampaign(page);
  await addFilter(page, "status:0");
  await stepTo(page, "text");
  await writeText(page, "GO {{endpoint.name}}");
  await stepTo(page, "review");
  const start = page.getByRole("button", { name: startSending });
  await start.waitFor();
  await page.getByText(t(($) => $.planning.start.noNetwork)).waitFor();
  const planned = Number(((await start.textContent()) ?? "").replaceAll(/\D/g, ""));
  await page.getByRole("textbox", { name: t(($) => $.planning.start.number) }).fill(String(planned));
  expect(await start.isDisabled()).toBe(true);
  expect(wire.attempts()).toBe(0);

  wire.reconnect();
  await desktop.setOnline(true);
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor({ state: "hidden" });
  const query = { collection: "endpoint", filter: "status:0", sort: "-id", limit: 3 };
  const { items } = (await callCore(page, "fleet.list", query)) as {
    readonly items: readonly { readonly id: string }[];
  };
  const [disabled = "", renamed = ""] = items.map(({ id }) => id);
  const change = [
    { id: Number(disabled), set: { status: { id: 1, description: "Disabled" } } },
    { id: Number(renamed), set: { name: "renamed-since" } },
  ];
  await fetch(`${service.baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify({ change }) });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
  const drift = page.getByText(
    t(($) => $.planning.drift.title),
    { exact: true },
  );
  await drift.waitFor();
  const excludeDisabled = t(($) => $.planning.drift.excludeKind, {
    count: 1,
    kind: t(($) => $.planning.drift.disabled),
  });
  await page.getByRole("button", { name: excludeDisabled }).click();
  const rest = planned - 1;
  await page.getByRole("button", { name: t(($) => $.planning.start.startSending, { count: rest }) }).waitFor();
  // The one whose text would differ now can be frozen again as well; here it gets the frozen text. The number is the plan's.
  await page.getByRole("textbox", { name: t(($) => $.planning.start.number) }).fill(String(rest));
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: t(($) => $.planning.start.number) }).fill(String(planned));
  await expect.poll(() => start.isEnabled()).toBe(true);
  await expectReviewed(page);
  await start.click();
  const { campaignId } = await currentCampaign(page);
  await expect
    .poll(async () => ((await callCore(page, "campaigns.status", { campaignId })) as { state: string }).state, {
      timeout: 30_000,
    })
    .toBe("finished");
  expect(sent()).toHaveLength(rest);
  expect(sent().some(({ endpointId }) => String(endpointId) === disabled)).toBe(false);
});

test("a test goes only to the named endpoints, after its own confirmation, each with its result", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", attempts: 1, endpoints: [70_002] }] });
  await newCampaign(page);
  await addFilter(page, "");
  await stepTo(page, "text");
  await writeText(page, "GO {{endpoint.id}}");
  await stepTo(page, "safety");
  await openBlock(
    page,
    t(($) => $.planning.safety.test),
  );
  const endpoints = page.getByRole("combobox", { name: t(($) => $.planning.test.endpoints) });
  const { record } = (await callCore(page, "fleet.get", { collection: "endpoint", id: "70001" })) as {
    readonly record: { readonly name: string };
  };
  await endpoints.pressSequentially(`${record.name},70002`);
  await page.getByRole("button", { name: t(($) => $.planning.test.prepare) }).click();
  const messages = page.getByRole("list", { name: t(($) => $.planning.test.messages) }).getByRole("listitem");
  await expect.poll(() => messages.count()).toBe(2);
  await expect.poll(() => messages.first().textContent()).toContain("GO 70001");
  await page.getByRole("button", { name: t(($) => $.planning.test.send, { count: 2 }) }).click();
  const question = page.getByRole("dialog", { name: t(($) => $.planning.test.confirm) });
  await question.getByText(t(($) => $.planning.test.question, { count: 2, from: "4911" })).waitFor();
  await question.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  expect(sent()).toEqual([]);
  await page.getByRole("button", { name: t(($) => $.planning.test.send, { count: 2 }) }).click();
  await question.getByRole("button", { name: t(($) => $.planning.test.sendNow, { count: 2 }) }).click();
  await expect.poll(() => messages.nth(1).textContent()).toContain(outcomeLabels.refused.text);
  const inProgressTexts = (["pending", "in-progress", "buffered", "delivered"] as const).map(
    (id) => deliveryLabels[id].text,
  );
  const accepted = RegExp.escape(outcomeLabels.accepted.text);
  const delivery = RegExp.escape(t(($) => $.planning.test.delivery));
  const inProgress = inProgressTexts.map((text) => RegExp.escape(text)).join("|");
  await expect
    .poll(() => messages.first().textContent())
    .toMatch(new RegExp(`${accepted}.*${delivery} (${inProgress})`));
  expect(sent().map(({ endpointId }) => endpointId)).toEqual([70_001]);
});

test("quotas are read on request, and a schedule does not start the campaign", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  await newCampaign(page);
  await addFilter(page, "id:70001");
  await stepTo(page, "text");
  await writeText(page, "GO");
  await stepTo(page, "safety");
  await openBlock(
    page,
    t(($) => $.planning.safety.schedule),
  );
  await page.getByLabel(t(($) => $.planning.fields.startTime)).fill("2031-03-30T02:30");
  await page.getByRole("combobox", { name: t(($) => $.planning.schedule.zone) }).fill("Berlin");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await expect
    .poll(() =>
      page
        .getByText(t(($) => $.planning.schedule.moment, { time: "30 Mar 2031, 03:00", zone: "Europe/Berlin" }))
        .count(),
    )
    .toBeGreaterThan(0);
  await stepTo(page, "review");
  await page.getByRole("button", { name: t(($) => $.planning.quota.checkAll, { count: 1 }) }).click();
  await page.getByRole("heading", { name: t(($) => $.planning.quota.titleAll) }).waitFor();
  await page.getByRole("button", { name: t(($) => $.planning.start.scheduleFor, { count: 1 }) }).click();
  const { campaignId, state } = await currentCampaign(page);
  expect(["planned", "scheduled"]).toContain(state);
  const listed = async (): Promise<unknown> =>
    ((await callCore(page, "campaigns.list", {})) as { readonly campaigns: unknown }).campaigns;
  await expect.poll(listed).toContainEqual(expect.objectContaining({ campaignId, state: "scheduled" }));
  expect(sent()).toEqual([]);
});

test("endpoints selected in the list become the audience of a new campaign", async () => {
  const { page } = sending();
  await goTo(page, "/fleet/endpoint?filter=status:1");
  const list = page.getByRole("grid", { name: t(($) => $.shell.collections.endpoint.many) });
  await expectSomeRows(list);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Space");
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.shell.rows.newCampaignWith, { count: 1 }) }).click();
  await page
    .getByText(
      t(($) => $.planning.sources.selected, { count: 1 }),
      { exact: true },
    )
    .waitFor();
  await expect.poll(() => page.url()).toMatch(/campaigns\/new\/\d+/);
});

test("axe finds no violations in any step, and the steps are traversed by keyboard", async () => {
  const { page } = sending();
  await newCampaign(page);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).fill("id;pin\n70001;1\n70001;2\n70002;3");
  await page.getByRole("button", { name: t(($) => $.planning.list.add) }).press("Enter");
  await page
    .getByRole("region", { name: t(($) => $.planning.list.firstRows, { name: t(($) => $.planning.list.pasted) }) })
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: t(($) => $.planning.suppression.manage) }).press("Enter");
  await page.getByRole("grid", { name: t(($) => $.planning.excluded.rows) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: nextTo("text") }).press("Enter");
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.planning.fields.name) }));
  await writeText(page, "GO {{pin}} “now”");
  await page.getByRole("textbox", { name: t(($) => $.planning.reply.pattern) }).fill("(");
  await page
    .getByRole("list", { name: t(($) => $.planning.samples.list) })
    .getByRole("listitem")
    .first()
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("textbox", { name: t(($) => $.planning.reply.pattern) }).fill("ok");
  await page.getByRole("button", { name: nextTo("safety") }).press("Enter");
  await expectFocusInStep(page, "safety");
  const blocks = ["test", "rollout", "speed", "pauseRules", "schedule", "afterSending"] as const;
  for (const block of blocks) {
    const title = page.getByText(
      t(($) => $.planning.safety[block]),
      { exact: true },
    );
    await page.locator("summary").filter({ has: title }).press("Enter");
  }
  await page.getByRole("switch", { name: t(($) => $.planning.rollout.canarySwitch) }).press("Space");
  await page.getByRole("switch", { name: t(($) => $.planning.rollout.wavesAfterCanary) }).press("Space");
  await page.getByRole("switch", { name: t(($) => $.planning.schedule.quiet) }).press("Space");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.rate) }).fill("x");
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: nextTo("review") }).press("Enter");
  await page.getByRole("heading", { name: t(($) => $.planning.problems.title) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page
    .getByRole("button", { name: t(($) => $.planning.page.backTo, { step: t(($) => $.planning.steps.safety) }) })
    .press("Enter");
  await expectFocusInStep(page, "safety");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.rate) }).fill("350");
  await page.getByRole("button", { name: nextTo("review") }).press("Enter");
  await page.getByRole("button", { name: t(($) => $.planning.start.startSending, { count: 2 }) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
