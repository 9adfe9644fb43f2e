/** The history of a record: its events, its messages and its changes in one list, each with the way to its own place. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { comeToEvents, launchEvents } from "./events.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { listOf, mutate } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(() => launchEvents("/fleet/endpoint"));

const sources = async (page: Page): Promise<readonly string[]> =>
  await page.getByRole("list", { name: "History" }).locator("> li > div > a").allTextContents();

test("an endpoint's history has all three in order of time, by source, and every line leads to its own place", async () => {
  const { page, service } = shared();
  await ask(page, "sms.send", { endpoint: "70002", from: "4911", text: "STATUS" });
  await mutate(service, { change: [{ id: 70002, set: { tags: "moved" } }] });
  await ask(page, "fleet.sync", { collections: ["endpoint"] });
  await goTo(page, "/fleet/endpoint?open=endpoint:70002&tab=history");
  const detail = page.getByRole("complementary", { name: "Detail" });
  const lines = detail.getByRole("list", { name: "History" });
  // What was never read is read when it is looked at.
  await expect.poll(async () => [...new Set(await sources(page))].toSorted()).toEqual(["Change", "Event", "SMS"]);
  const drawn = `[...document.querySelectorAll('[aria-label="History"] time')].map((one) => one.dateTime)`;
  const times = await page.evaluate<readonly string[]>(drawn);
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual(times.toSorted().toReversed());
  await detail.getByText(/^As of \d\d:\d\d\.$/).waitFor();
  await lines.getByText("To the device: STATUS").waitFor();

  const group = detail.getByRole("group", { name: "Sources" });
  await group.getByRole("button", { name: "Events" }).click();
  await group.getByRole("button", { name: "SMS" }).click();
  await expect.poll(async () => [...new Set(await sources(page))]).toEqual(["Change"]);
  await lines.getByText("tags changed").waitFor();
  await lines.getByRole("link", { name: "Change" }).first().click();
  await page.getByRole("heading", { name: "What changed", level: 1 }).waitFor();
  await listOf(page, "Changes").getByText("moved", { exact: true }).waitFor();

  await goTo(page, "/fleet/endpoint?open=endpoint:70002&tab=history");
  await lines.getByRole("link", { name: "SMS" }).first().click();
  await detail.getByRole("list", { name: "Messages" }).getByText("STATUS", { exact: true }).first().waitFor();
  await page.goBack();
  await lines.getByRole("link", { name: "Event" }).first().click();
  await page.getByRole("complementary", { name: "Event", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Whose events" }).inputValue()).toBe("endpoint");
});

test("a SIM's history has its events beside its changes, and no SMS", async () => {
  const { page } = shared();
  await ask(page, "fleet.sync", { collections: ["sim"] });
  const { items } = (await ask(page, "fleet.list", { collection: "sim", limit: 5 })) as {
    readonly items: readonly { readonly id: string }[];
  };
  await goTo(page, `/fleet/sim?open=sim:${items[2]?.id ?? ""}&tab=history`);
  await expect.poll(async () => [...new Set(await sources(page))]).toEqual(["Event"]);
  const group = page.getByRole("group", { name: "Sources" });
  await expect.poll(() => group.getByRole("button").allTextContents()).toEqual(["Events", "Changes"]);
});

test("axe finds nothing in a history", async () => {
  const { page } = shared();
  await goTo(page, "/fleet/endpoint?open=endpoint:70003&tab=history");
  await page.getByRole("list", { name: "History" }).getByRole("link", { name: "Event" }).first().waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("axe finds nothing on the page of events, and the keyboard reaches every part of it", async () => {
  const { page } = shared();
  await comeToEvents(page);
  const list = listOf(page, "Events");
  await list.getByRole("row").nth(1).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const event = page.getByRole("complementary", { name: "Event", exact: true });
  await event.waitFor();
  await event.getByText("Raw record").click();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.keyboard.press("Escape");
  await expect.poll(() => event.count()).toBe(0);
  await expect.poll(() => page.evaluate("document.activeElement?.ariaLabel")).toBe("Events");

  // The bars are one stop of the Tab key; arrows go along them, Enter narrows.
  const bars = page.getByRole("toolbar", { name: "Stretches of time" });
  const last = bars.getByRole("button").last();
  await last.focus();
  await expectFocus(page, last);
  await page.keyboard.press("ArrowLeft");
  await expectFocus(page, bars.getByRole("button").nth((await bars.getByRole("button").count()) - 2));
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "From" }).waitFor();
  await page.getByRole("button", { name: "All of it" }).click();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("textbox", { name: "Find a verb or an endpoint" }).fill("alerts");
  await page.getByRole("dialog").getByText("Events", { exact: true }).first().waitFor();
});
