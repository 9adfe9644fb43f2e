/** The page of events, against the simulator: read, narrowed, drawn, followed, exported, and out of the copy without a network. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { comeToEvents, countKept, launchEvents, type Watching } from "./events.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { listOf } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(() => launchEvents("/fleet/endpoint", { endpoints: 200 }));

async function putOnline({ page, desktop }: Watching): Promise<void> {
  await desktop.setOnline(true);
  await page.getByText("offline: this computer has no network").waitFor({ state: "hidden" });
}

// The first of the file: nothing was read yet.
test("a list that was never read is read by itself, says what it covers, and what is older is read on demand", async () => {
  const { page } = shared();
  await comeToEvents(page);
  await listOf(page, "Events").waitFor();
  await page.getByText(/^Read from .*; before that unknown\.$/).waitFor();
  await page.getByText("partly unknown").waitFor();
  expect(await countKept(page, {})).toBe(1000);
  const older = page.getByRole("button", { name: "Read older" });
  await older.click();
  await expect.poll(() => older.count()).toBe(0);
  await page.getByText(/^Read from [^;]*\.$/).waitFor();
  expect(await countKept(page, {})).toBeGreaterThan(1000);
  // The list is walked by its keys as far as it goes; pages come as they are needed.
  await listOf(page, "Events").focus();
  const total = await countKept(page, {});
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return await listOf(page, "Events").getAttribute("aria-rowcount");
    })
    .toBe(String(total + 1));
});

test("severity, words and a stretch of the picture narrow the list, stand in the address, and back takes them away", async () => {
  const { page } = shared();
  await comeToEvents(page);
  const list = listOf(page, "Events");
  await list.getByRole("row").nth(1).waitFor();
  const chip = page.getByRole("group", { name: "Severity" }).getByRole("button", { name: /^critical/ });
  await chip.click();
  const critical = await countKept(page, { severity: ["critical"] });
  expect(critical).toBeGreaterThan(0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
  await expect.poll(() => list.getByText("info", { exact: true }).count()).toBe(0);
  await expect.poll(() => page.evaluate("location.hash")).toContain("severity=critical");
  // The picture is narrowed as well, before it is widened again: what is read of it below is of the whole.
  const bars = page.getByRole("toolbar", { name: "Stretches of time" });
  const withInfo = bars.getByRole("button", { name: /: \d+ info/ });
  await expect.poll(() => withInfo.count()).toBe(0);

  await chip.click();
  const said = (await withInfo.first().getAttribute("aria-label")) ?? "";
  await bars.getByRole("button", { name: said, exact: true }).click();
  await page.getByRole("textbox", { name: "From" }).waitFor();
  const numbers = [...said.matchAll(/(\d+) (?:info|warning|critical)/g)].map((match) => Number(match[1]));
  const inside = numbers.reduce((sum, one) => sum + one, 0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(inside + 1));
  await page.goBack();
  await expect.poll(() => page.getByRole("textbox", { name: "From" }).count()).toBe(0);
  await page.getByRole("searchbox", { name: "Search events" }).fill("blocked by");
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
});

test("a field of the service becomes a chip; one that cannot be read is explained and nothing is asked", async () => {
  const { page } = shared();
  await comeToEvents(page);
  const list = listOf(page, "Events");
  await list.getByRole("row").nth(1).waitFor();
  const filter = page.getByLabel("Filter", { exact: true });
  await page.keyboard.press("/");
  await expectFocus(page, filter);
  await page.keyboard.type("endpoint:70002");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Remove the condition: endpoint/ }).waitFor();
  const found = await countKept(page, { filter: "endpoint:70002" });
  expect(found).toBeGreaterThan(0);
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(found + 1));
  await expectFocus(page, filter);
  await page.keyboard.type("severity:high");
  await page.keyboard.press("Enter");
  await page
    .getByText(/expected one of Info, Warning, Critical/)
    .first()
    .waitFor();
});

test("an event shows its record, and leads to its endpoint and back", async () => {
  const { page } = shared();
  await comeToEvents(page, "/events?severity=critical");
  const list = listOf(page, "Events");
  // The rows of the question before stay until the new one is answered.
  await list.getByRole("row").nth(1).getByText("critical", { exact: true }).waitFor();
  await list.getByRole("row").nth(1).click();
  const event = page.getByRole("complementary", { name: "Event", exact: true });
  await event.getByRole("heading", { name: "Endpoint blocked" }).waitFor();
  await event.getByText("Raw record").click();
  await event.getByRole("region", { name: "The record as JSON" }).getByText('"event_severity"').waitFor();
  const link = event.getByRole("region", { name: "Records" }).getByRole("link").first();
  const name = await link.textContent();
  await link.click();
  const detail = page.getByRole("complementary", { name: "Detail" });
  await expect.poll(() => detail.getByRole("heading", { level: 2 }).textContent()).toBe(name);
  await page.goBack();
  await event.waitFor();
  await event.getByRole("link", { name: "its events" }).first().click();
  await expect.poll(() => page.getByRole("combobox", { name: "Whose events" }).inputValue()).toBe("endpoint");
  await expect.poll(async () => Number(await list.getAttribute("aria-rowcount"))).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => event.count()).toBe(0);
});

test("while it is followed, what comes stands at the top by itself, and beside an open event it is counted", async () => {
  const { page, desktop } = shared();
  await comeToEvents(page);
  const list = listOf(page, "Events");
  const first = list.getByRole("row").nth(1);
  await first.waitFor();
  const follow = page.getByRole("switch", { name: "Follow" });
  onTestFinished(async () => {
    await putOnline(shared());
    await goTo(page, "/events");
    await follow.setChecked(false);
  });
  await follow.click();
  await page.getByText(/^followed/).waitFor();
  const accepted = "MT SMS accepted for delivery.";
  expect(await first.getByText(accepted).count()).toBe(0);
  const send = (text: string): Promise<unknown> => ask(page, "sms.send", { endpoint: "70004", from: "4911", text });
  await send("ONE");
  await first.getByText(accepted).waitFor({ timeout: 40_000 });
  await page.getByRole("status").getByText("1 new event came in.").waitFor({ state: "attached" });
  expect(await page.getByText(/came in since/).count()).toBe(0);
  // How much is known goes with the follower: nothing is unknown that it has read.
  expect(await page.getByText(/after that unknown/).count()).toBe(0);

  const second = list.getByRole("row").nth(2);
  await second.click();
  await page.getByRole("complementary", { name: "Event", exact: true }).waitFor();
  await send("TWO");
  await page.getByText("1 new event came in since this list was drawn.").waitFor({ timeout: 60_000 });
  expect(await second.getByText(accepted).count()).toBe(0);
  await page.getByRole("button", { name: "Show it" }).click();
  await second.getByText(accepted).waitFor();
  await expect.poll(() => page.getByText(/came in since/).count()).toBe(0);

  // Nobody looks: the lease is given back.
  await goTo(page, "/fleet/endpoint");
  await listOf(page, "Endpoints").waitFor();
  await goTo(page, "/events");
  await page.getByText(/^followed/).waitFor();
  await desktop.setOnline(false);
  await page.getByText(/^waits for the network/).waitFor();
  expect(await page.getByText(/^followed/).count()).toBe(0);
});

test("the palette follows, stops following and exports where there is a list of events", async () => {
  const { page, desktop, dataDir } = shared();
  await comeToEvents(page);
  await listOf(page, "Events").getByRole("row").nth(1).waitFor();
  const say = async (words: string, verb: string): Promise<void> => {
    await page.keyboard.press("Control+K");
    await page.getByRole("textbox", { name: "Find a verb or an endpoint" }).fill(words);
    await page.getByRole("button", { name: verb }).click();
  };
  const follow = page.getByRole("switch", { name: "Follow" });
  onTestFinished(async () => {
    await page.keyboard.press("Escape");
    await goTo(page, "/events");
    await follow.setChecked(false);
  });
  await say("follow", "Follow these events");
  await expect.poll(() => follow.isChecked()).toBe(true);
  await say("follow", "Stop following events");
  await expect.poll(() => follow.isChecked()).toBe(false);
  await say("newest", "Read the newest events");
  await page.getByText(/^[\d,]+ events? read, [\d,]+ new/).waitFor();
  const file = join(dataDir, "by-palette.csv");
  await desktop.saveTo(file);
  await say("export", "Export these events as CSV");
  await page.getByText(file).waitFor();
  await goTo(page, "/fleet/endpoint");
  await page.keyboard.press("Control+K");
  await page.getByRole("textbox", { name: "Find a verb or an endpoint" }).fill("events");
  await page.getByRole("button", { name: /^Events/ }).waitFor();
  expect(await page.getByRole("button", { name: "Read the newest events" }).count()).toBe(0);
});

test("a service without the list of all says so in a sentence, and one endpoint's events are there all the same", async () => {
  const { page } = await launchEvents("/events", { oddities: { notOffered: ["event.list"] } });
  await page.getByText("This service does not offer these events").waitFor();
  await page.getByText(/it has no list of all events/).waitFor();
  const chips = page.getByRole("group", { name: "Severity" }).getByRole("button");
  expect(await chips.allTextContents()).toEqual(["criticalunknown", "warningunknown", "infounknown"]);

  expect(await page.getByText("partly unknown").count()).toBe(0);
  await page.getByRole("combobox", { name: "Whose events" }).selectOption("endpoint");
  await page.getByText("Name the record whose events are to be shown.").waitFor();
  await page.getByRole("combobox", { name: "Name or id of the endpoint" }).fill("70002");
  await page.keyboard.press("Enter");
  await listOf(page, "Events").getByRole("row").nth(1).waitFor();
  await expect.poll(() => page.getByText("This service does not offer these events").count()).toBe(0);
});

test("without a network the copy answers and says so, and a service that fails leaves the list where it is", async () => {
  const { page, desktop, service } = shared();
  await comeToEvents(page);
  const list = listOf(page, "Events");
  await list.getByRole("row").nth(1).waitFor();
  const rows = await list.getAttribute("aria-rowcount");
  onTestFinished(async () => {
    service.setFaults({});
    await putOnline(shared());
  });
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1 }] });
  await page.getByRole("button", { name: "Read the newest" }).click();
  await page.getByText("The service could not be asked").waitFor({ timeout: 60_000 });
  expect(await list.getAttribute("aria-rowcount")).toBe(rows);
  await desktop.setOnline(false);
  await page.getByText("offline: shown from this computer").waitFor();
  await goTo(page, "/events?severity=critical");
  const critical = await countKept(page, { severity: ["critical"] });
  await expect.poll(() => list.getAttribute("aria-rowcount")).toBe(String(critical + 1));
});

test("what matches is written as CSV and as JSON lines with the raw records", async () => {
  const { page, desktop, dataDir } = shared();
  await comeToEvents(page, "/events?severity=critical");
  await listOf(page, "Events").getByRole("row").nth(1).waitFor();
  const critical = await countKept(page, { severity: ["critical"] });
  const write = async (item: RegExp, file: string): Promise<readonly string[]> => {
    await desktop.saveTo(file);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByText(file).waitFor();
    return readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  };
  const csv = await write(/CSV/, join(dataDir, "events.csv"));
  expect(csv).toHaveLength(critical + 1);
  const lines = await write(/JSON lines/, join(dataDir, "events.jsonl"));
  expect(lines).toHaveLength(critical);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ severity: "critical" });
});
