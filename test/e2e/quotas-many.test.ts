/** Changes of many quotas on screen: planned from a selection, looked at, started, told row by row, retried, taken back. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ask, goTo } from "./look-up.ts";
import { choose, type Quotas, results, shareQuotas } from "./quotas.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { expectRows } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";

/** One more than can be changed without typing their number. */
const fleetSize = 101;
const shared = shareQuotas({ endpoints: fleetSize });

const ids = Array.from({ length: 6 }, (_, index) => String(70_001 + index));
const press = async (where: Page | Locator, name: string | RegExp): Promise<void> =>
  await where.getByRole("button", { name }).click();
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const volume = (page: Page, op: "Left from now on" | "To add"): Locator =>
  page.getByRole("textbox", { name: `${op}, MB` });

/** Six endpoints with 10 MB each, chosen in the list, and the form open. */
async function openForSix(): Promise<Quotas> {
  const { page, hand } = shared();
  for (const id of ids) await hand.put(id, { volume: 10 });
  await goTo(page, "/fleet/endpoint?sort=id");
  const list = page.getByRole("grid", { name: "Endpoints" });
  await expectRows(list, fleetSize);
  await expect.poll(() => list.getByRole("row").nth(1).textContent()).toContain("-00001");
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Escape"); // what was chosen before is let go
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").first().waitFor();
  for (const _ of ids.slice(1)) await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("6 selected").first().waitFor();
  await press(page, "Change quotas…");
  await page.getByText("For 6 chosen endpoints.").waitFor();
  return shared();
}

async function planAdding(page: Page, megabytes: string): Promise<void> {
  await choose(page.getByRole("form", { name: "What" }), "Add");
  await volume(page, "To add").fill(megabytes);
  await press(page, "Read the old values");
  await page.getByText("planned, nothing sent", { exact: true }).waitFor();
}

async function start(page: Page, name: string): Promise<void> {
  await press(page, name);
  await press(dialogOf(page), "Change them");
}

test("six chosen endpoints: old and new are seen, nothing is sent before, each is changed once, and one step takes it back", async () => {
  const { page, hand } = await openForSix();
  const before = await hand.writes();
  await planAdding(page, "5");
  const rows = page.getByRole("grid", { name: "Endpoints of the change" }).getByRole("row");
  await rows.nth(6).getByText("15 MB").waitFor();
  await expect.poll(() => rows.nth(1).textContent()).toContain("10 MB");
  await expect.poll(() => results(page)).toEqual(["planned6"]);
  expect(await hand.writes()).toBe(before);
  expect(await findingsInBoth(page)).toEqual(nothing);
  await start(page, "Change 6 endpoints…");
  await expect.poll(() => results(page)).toEqual(["set6"]);
  expect(await hand.volumes(ids)).toEqual(ids.map(() => 15));
  await press(page, "Undo 6 changes…");
  await press(dialogOf(page), "Take it back");
  await page.getByText("Put back the data quota", { exact: false }).first().waitFor();
  await expect.poll(() => hand.volumes(ids), { timeout: 60_000 }).toEqual(ids.map(() => 10));
  await expect.poll(() => results(page)).toEqual(["set6"]);
  await page.getByRole("link", { name: "Past changes" }).click();
  await page.getByRole("grid", { name: "Past changes of quotas" }).getByText("taken back").waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("refused, lost and overtaken rows are told apart, looked up, and retried on their own", async () => {
  const { page, hand, service } = await openForSix();
  await planAdding(page, "5");
  await hand.put("70003", { volume: 99 });
  service.setFaults({
    seed: 3,
    rules: [
      { kind: "refuse", rate: 1, on: "quota.set", endpoints: [70_001] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70_002] },
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70_004] },
    ],
  });
  const before = await hand.writes();
  await start(page, "Change 6 endpoints…");
  // A lost answer is read again: one was applied, the other was not.
  await expect.poll(() => results(page), { timeout: 60_000 }).toEqual(["refused2", "moved meanwhile1", "set3"]);
  await page.getByText(/It is now: 99 MB/).waitFor();
  expect(await hand.writes()).toBe(before + 5);
  service.setFaults({});
  expect(await hand.volumes(ids)).toEqual([10, 10, 99, 15, 15, 15]);
  await page
    .getByRole("group", { name: "Results" })
    .getByRole("button", { name: /refused/ })
    .click();
  const rows = page.getByRole("grid", { name: "Endpoints of the change" });
  await expect.poll(() => rows.getAttribute("aria-rowcount")).toBe("3");
  await press(page, "Retry 2 refused…");
  await press(dialogOf(page), "Try again");
  await expect.poll(() => results(page), { timeout: 60_000 }).toEqual(["refused0", "moved meanwhile1", "set5"]);
  await press(page, "Change 1 that moved…");
  await press(dialogOf(page), "Change them");
  await expect.poll(() => hand.volumes(ids)).toEqual([15, 15, 104, 15, 15, 15]);
});

test("above a hundred the exact number is typed", async () => {
  const { page, hand } = shared();
  await goTo(page, "/quotas/new");
  await press(page, "Take every endpoint");
  await page.getByText("For every endpoint of the local copy.").waitFor();
  await volume(page, "Left from now on").fill("77");
  await page.getByRole("button", { name: "in a year" }).click();
  await press(page, "Read the old values");
  await page.getByText("planned, nothing sent", { exact: true }).waitFor({ timeout: 120_000 });
  const before = await hand.writes();
  await press(page, `Change ${fleetSize} endpoints…`);
  const yes = dialogOf(page).getByRole("button", { name: "Change them" });
  const number = dialogOf(page).getByRole("textbox", { name: `Type ${fleetSize} to change that many endpoints` });
  await number.fill(String(fleetSize - 1));
  await dialogOf(page).getByText(`It is ${fleetSize} endpoints that are meant.`).waitFor();
  expect([await yes.isDisabled(), await hand.writes()]).toEqual([true, before]);
  expect(await findingsInBoth(page)).toEqual(nothing);
  await number.fill(String(fleetSize));
  await yes.click();
  await expect.poll(() => results(page), { timeout: 120_000 }).toEqual([`set${fleetSize}`]);
  expect(await hand.writes()).toBe(before + fleetSize);
});

test("bad input is named at its field, nobody is asked for, nothing is planned, and what was typed stays", async () => {
  const { page, hand } = shared();
  const writes = await hand.writes();
  const changes = await ask(page, "quotas.changes", {});
  await goTo(page, "/quotas/new");
  await press(page, "Read the old values");
  await page.getByText("Say first who the change is for.").waitFor();
  await page.getByText("Say how much is left from now on.").waitFor();
  const filter = page.getByRole("combobox", { name: "Filter" });
  await filter.fill("colour:red");
  await press(page, "Take these endpoints");
  await page
    .getByText(/colour/)
    .last()
    .waitFor();
  expect(await filter.inputValue()).toBe("colour:red");
  await filter.fill("name:nobody-is-called-so");
  await press(page, "Take these endpoints");
  for (const [label, text, sentence] of [
    ["Left from now on, MB", "ten", "“ten” is not a number."],
    ["Expires", "2031-02-31", "“2031-02-31” is not a date and time such as 2031-12-31 23:59."],
    ["Threshold, per cent left", "-3", "The threshold must lie between 0 and 100 per cent."],
  ] as const) {
    await volume(page, "Left from now on").fill("5");
    const field = page.getByRole("textbox", { name: label });
    await field.fill(text);
    await press(page, "Read the old values");
    await page.getByText(sentence).waitFor();
    expect([await field.getAttribute("aria-invalid"), await field.inputValue()]).toEqual(["true", text]);
    await field.fill("");
  }
  await volume(page, "Left from now on").fill("5");
  await press(page, "Read the old values");
  await page.getByText("Nobody is meant: no endpoint answers to this choice.").waitFor();
  expect(await volume(page, "Left from now on").inputValue()).toBe("5");
  expect(await ask(page, "quotas.changes", {})).toEqual(changes);
  expect(await hand.writes()).toBe(writes);
});

test("leaving nothing to many is asked about before and when it starts", async () => {
  const { page, hand } = await openForSix();
  await volume(page, "Left from now on").fill("0");
  await press(page, "Read the old values");
  await dialogOf(page).getByRole("checkbox").check();
  await press(dialogOf(page), "Read the old values");
  await page.getByText("planned, nothing sent", { exact: true }).waitFor();
  await page.getByText(/With this volume the endpoint has no data left/).waitFor();
  expect(await hand.volumes(ids)).toEqual(ids.map(() => 10));
  await press(page, "Change 6 endpoints…");
  await press(dialogOf(page), "Leave it");
  await press(page, "Drop it");
  await page.getByText("cancelled", { exact: true }).first().waitFor();
  expect(await hand.volumes(ids)).toEqual(ids.map(() => 10));
});
