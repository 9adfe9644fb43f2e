/** The last step of writing a campaign: without a network, after a change, with a test and with quotas. */
import { expect, onTestFinished, test } from "vitest";
import { ledgerFromNow } from "./campaigns.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { expectSomeRows } from "./support/big-fleet.ts";
import { connectForSending } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";
import { layWire } from "./support/wire.ts";
import { addFilter, expectReviewed, newCampaign, openBlock, shownCampaign, stepTo, writeText } from "./wizard.ts";

/** The service is at the other end of a cable. */
const sending = shareInFile(async () => {
  const service = await startService();
  const wire = await layWire(service.baseUrl);
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, { ...service, baseUrl: wire.baseUrl });
  return { ...fleetdesk, service, wire };
});

test("planned without a network it waits; what changed meanwhile is shown, left out, and the rest is sent", async () => {
  const { page, desktop, service, wire } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(async () => {
    wire.mend();
    await desktop.setOnline(true);
  });
  await desktop.setOnline(false);
  wire.cut();
  await page.getByText("offline: this computer has no network").waitFor();
  await newCampaign(page);
  await addFilter(page, "status:0");
  await stepTo(page, "Text");
  await writeText(page, "GO {{endpoint.name}}");
  await stepTo(page, "Review");
  const start = page.getByRole("button", { name: /^Start sending to/ });
  await start.waitFor();
  await page
    .getByText("There is no network, so it cannot start: it stays frozen and waits for a connection.")
    .waitFor();
  const planned = Number(((await start.textContent()) ?? "").replaceAll(/\D/g, ""));
  await page.getByRole("textbox", { name: "Number of recipients" }).fill(String(planned));
  expect(await start.isDisabled()).toBe(true);
  expect(wire.tried()).toBe(0);

  wire.mend();
  await desktop.setOnline(true);
  await page.getByText("offline: this computer has no network").waitFor({ state: "hidden" });
  const asked = { collection: "endpoint", filter: "status:0", sort: "-id", limit: 3 };
  const { items } = (await ask(page, "fleet.list", asked)) as { readonly items: readonly { readonly id: string }[] };
  const [disabled = "", renamed = ""] = items.map(({ id }) => id);
  const change = [
    { id: Number(disabled), set: { status: { id: 1, description: "Disabled" } } },
    { id: Number(renamed), set: { name: "renamed-since" } },
  ];
  await fetch(`${service.baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify({ change }) });
  await ask(page, "fleet.sync", { collections: ["endpoint"] });
  const drift = page.getByText("Since this was frozen", { exact: true });
  await drift.waitFor();
  await page.getByRole("button", { name: "Leave the 1 out that are disabled" }).click();
  const rest = planned - 1;
  await page.getByRole("button", { name: `Start sending to ${rest}` }).waitFor();
  // The one whose text would differ now can be frozen anew as well; here it gets what was frozen. The number is the plan's.
  await page.getByRole("textbox", { name: "Number of recipients" }).fill(String(rest));
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Number of recipients" }).fill(String(planned));
  await expect.poll(() => start.isEnabled()).toBe(true);
  await expectReviewed(page);
  await start.click();
  const { campaignId } = await shownCampaign(page);
  await expect
    .poll(async () => ((await ask(page, "campaigns.status", { campaignId })) as { state: string }).state, {
      timeout: 30_000,
    })
    .toBe("finished");
  expect(sent()).toHaveLength(rest);
  expect(sent().some(({ endpointId }) => String(endpointId) === disabled)).toBe(false);
});

test("a test goes to the named endpoints alone, after its own question, each with its result", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", attempts: 1, endpoints: [70_002] }] });
  await newCampaign(page);
  await addFilter(page, "");
  await stepTo(page, "Text");
  await writeText(page, "GO {{endpoint.id}}");
  await stepTo(page, "Safety");
  await openBlock(page, "Test");
  const endpoints = page.getByRole("combobox", { name: "Test endpoints" });
  const { record } = (await ask(page, "fleet.get", { collection: "endpoint", id: "70001" })) as {
    readonly record: { readonly name: string };
  };
  await endpoints.pressSequentially(`${record.name},70002`);
  await page.getByRole("button", { name: "Prepare the test" }).click();
  const messages = page.getByRole("list", { name: "Test messages" }).getByRole("listitem");
  await expect.poll(() => messages.count()).toBe(2);
  await expect.poll(() => messages.first().textContent()).toContain("GO 70001");
  await page.getByRole("button", { name: "Send 2 test messages…" }).click();
  const question = page.getByRole("group", { name: "Confirm the test" });
  await question.getByText("2 messages go out now, from 4911.").waitFor();
  await question.getByRole("button", { name: "Not yet" }).click();
  expect(sent()).toEqual([]);
  await page.getByRole("button", { name: "Send 2 test messages…" }).click();
  await question.getByRole("button", { name: "Send 2 test messages now" }).click();
  await expect.poll(() => messages.nth(1).textContent()).toContain("refused");
  await expect
    .poll(() => messages.first().textContent())
    .toMatch(/accepted.*Delivery: (pending|in progress|buffered|delivered)/);
  expect(sent().map(({ endpointId }) => endpointId)).toEqual([70_001]);
});

test("quotas are asked for when a person wants them, and a schedule is no start", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  await newCampaign(page);
  await addFilter(page, "id:70001");
  await stepTo(page, "Text");
  await writeText(page, "GO");
  await stepTo(page, "Safety");
  await openBlock(page, "When");
  await page.getByLabel("Starts").fill("2031-03-30T02:30");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Berlin");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await expect.poll(() => page.getByText(/30 Mar 2031, 03:30 in Europe\/Berlin/).count()).toBeGreaterThan(0);
  await stepTo(page, "Review");
  await page.getByRole("button", { name: /^Check all 1/ }).click();
  await page.getByRole("heading", { name: "SMS quota, everybody asked" }).waitFor();
  await page.getByRole("button", { name: "Schedule for 1" }).click();
  const { campaignId, state } = await shownCampaign(page);
  expect(["planned", "scheduled"]).toContain(state);
  const listed = async (): Promise<unknown> =>
    ((await ask(page, "campaigns.list", {})) as { readonly campaigns: unknown }).campaigns;
  await expect.poll(listed).toContainEqual(expect.objectContaining({ campaignId, state: "scheduled" }));
  expect(sent()).toEqual([]);
});

test("endpoints chosen in the list become the audience of a new campaign", async () => {
  const { page } = sending();
  await goTo(page, "/fleet/endpoint?filter=status:1");
  const list = page.getByRole("grid", { name: "Endpoints" });
  await expectSomeRows(list);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Space");
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Campaign with these" }).click();
  await page.getByText("1 chosen endpoint", { exact: true }).waitFor();
  await expect.poll(() => page.url()).toMatch(/campaigns\/new\/\d+/);
});

test("axe finds nothing in any step, and the steps are walked by keyboard", async () => {
  const { page } = sending();
  await newCampaign(page);
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("textbox", { name: "Pasted list" }).fill("id;pin\n70001;1\n70001;2\n70002;3");
  await page.getByRole("button", { name: "Add this list" }).press("Enter");
  await page.getByRole("region", { name: "First rows" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("button", { name: "Look or change…" }).press("Enter");
  await page.getByRole("grid", { name: "Left out" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("button", { name: "Next: Text" }).press("Enter");
  await writeText(page, "GO {{pin}} “now”");
  await page.getByRole("textbox", { name: "Expected answer" }).fill("(");
  await page.getByRole("list", { name: "Samples" }).getByRole("listitem").first().waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("textbox", { name: "Expected answer" }).fill("ok");
  await page.getByRole("button", { name: "Next: Safety" }).press("Enter");
  for (const title of ["Test", "Canary", "Speed", "Stops itself", "When", "Afterwards"]) {
    await page.locator("summary").filter({ hasText: title }).press("Enter");
  }
  await page.getByRole("switch", { name: "Canary first" }).press("Space");
  await page.getByRole("switch", { name: "Then in waves" }).press("Space");
  await page.getByRole("switch", { name: "Quiet hours" }).press("Space");
  await page.getByRole("textbox", { name: "Messages a minute" }).fill("x");
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("button", { name: "Next: Review" }).press("Enter");
  await page.getByRole("heading", { name: "Not complete yet" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("button", { name: "Back: Safety" }).press("Enter");
  await page.getByRole("textbox", { name: "Messages a minute" }).fill("350");
  await page.getByRole("button", { name: "Next: Review" }).press("Enter");
  await page.getByRole("button", { name: "Start sending to 2" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});
