/** Bulk quota changes on screen: planned from a selection, reviewed, started, reported row by row, retried, undone. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { callCore, goTo } from "./look-up.ts";
import { choose, type Quotas, results, shareQuotas } from "./quotas.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { expectRows } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";

/** One more than can be changed without entering their number. */
const fleetSize = 101;
const shared = shareQuotas({ endpoints: fleetSize });

const ids = Array.from({ length: 6 }, (_, index) => String(70_001 + index));
const press = async (where: Page | Locator, name: string | RegExp): Promise<void> =>
  await where.getByRole("button", { name }).click();
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const remaining = t(($) => $.quotas.form.remainingData);
const toAdd = t(($) => $.quotas.form.addData);
const planned = t(($) => $.quotas.change.state.planned);
const preview = t(($) => $.quotas.plan.preview);
const accepted = t(($) => $.common.accepted);
const notApplied = t(($) => $.quotas.rows.state.notApplied);
const elsewhere = t(($) => $.quotas.rows.state.moved);
const volume = (page: Page, name: string): Locator => page.getByRole("textbox", { name });

/** Six endpoints with 10 MB each, selected in the list, and the form open. */
async function openForSix(): Promise<Quotas> {
  const { page, serviceQuotas } = shared();
  for (const id of ids) await serviceQuotas.setQuota(id, { volume: 10 });
  await goTo(page, "/fleet/endpoint?sort=id");
  const list = page.getByRole("grid", { name: t(($) => $.shell.collections.endpoint.many) });
  await expectRows(list, fleetSize);
  await expect.poll(() => list.getByRole("row").nth(1).textContent()).toContain("-00001");
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Escape"); // clear the previous selection
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page
    .getByText(t(($) => $.shell.table.countSelected, { count: 1 }))
    .first()
    .waitFor();
  for (const _ of ids.slice(1)) await page.keyboard.press("Shift+ArrowDown");
  await page
    .getByText(t(($) => $.shell.table.countSelected, { count: ids.length }))
    .first()
    .waitFor();
  await press(
    page,
    t(($) => $.shell.rows.changeQuotas),
  );
  await page
    .getByText(
      t(($) => $.quotas.source.selected, { count: 6 }),
      { exact: true },
    )
    .waitFor();
  return shared();
}

async function planAdding(page: Page, megabytes: string): Promise<void> {
  await choose(
    page.getByRole("form", { name: t(($) => $.quotas.plan.change) }),
    t(($) => $.quotas.form.add),
  );
  await volume(page, toAdd).fill(megabytes);
  await press(page, preview);
  await page.getByText(planned, { exact: true }).waitFor();
}

async function start(page: Page, count: number): Promise<void> {
  await press(
    page,
    t(($) => $.quotas.action.start, { count }),
  );
  await press(
    dialogOf(page),
    t(($) => $.quotas.question.start.yes, { count }),
  );
}

test("six selected endpoints: old and new values are previewed, each is changed once, and one step undoes it", async () => {
  const { page, serviceQuotas } = await openForSix();
  const before = await serviceQuotas.writes();
  await planAdding(page, "5");
  const rows = page.getByRole("grid", { name: t(($) => $.quotas.rows.list) }).getByRole("row");
  await rows.nth(6).getByText("15 MB").waitFor();
  await expect.poll(() => rows.nth(1).textContent()).toContain("10 MB");
  await expect.poll(() => results(page)).toEqual([`${t(($) => $.quotas.rows.state.planned)}6`]);
  expect(await serviceQuotas.writes()).toBe(before);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await start(page, 6);
  await expect.poll(() => results(page)).toEqual([`${accepted}6`]);
  expect(await serviceQuotas.volumes(ids)).toEqual(ids.map(() => 15));
  await press(
    page,
    t(($) => $.quotas.action.undo, { count: 6 }),
  );
  await press(
    dialogOf(page),
    t(($) => $.quotas.question.undo.yes, { count: 6 }),
  );
  await page.getByRole("link", { name: t(($) => $.quotas.change.undoes, { change: "" }) }).waitFor();
  await expect.poll(() => serviceQuotas.volumes(ids), { timeout: 60_000 }).toEqual(ids.map(() => 10));
  await expect.poll(() => results(page)).toEqual([`${accepted}6`]);
  await page.getByRole("link", { name: t(($) => $.quotas.head.history) }).click();
  const history = page.getByRole("grid", { name: t(($) => $.quotas.history.list) });
  await history
    .getByText(t(($) => $.quotas.change.undone))
    .first()
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);

  // The change that was opened stays active, also below a newer one.
  const active = history.locator("[data-active]");
  await history.getByRole("row").nth(2).getByRole("gridcell").first().click();
  await page.getByRole("link", { name: t(($) => $.quotas.head.history) }).click();
  await expect.poll(() => active.getAttribute("aria-rowindex")).toBe("3");
  const plan = { kind: "data", operation: { op: "delete" }, source: { ids: ids.slice(0, 1) }, confirmZero: true };
  await callCore(page, "quotas.plan", plan);
  await expect.poll(() => active.getAttribute("aria-rowindex")).toBe("4");
});

test("distinguishes rejected, lost and elsewhere changed rows, looks them up, and retries them separately", async () => {
  const { page, serviceQuotas, service } = await openForSix();
  await planAdding(page, "5");
  await serviceQuotas.setQuota("70003", { volume: 99 });
  service.setFaults({
    seed: 3,
    rules: [
      { kind: "refuse", rate: 1, on: "quota.set", endpoints: [70_001] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70_002] },
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70_004] },
    ],
  });
  const before = await serviceQuotas.writes();
  await start(page, 6);
  // A lost response is resolved by reading: one was applied, the other was not.
  await expect
    .poll(() => results(page), { timeout: 60_000 })
    .toEqual([`${notApplied}2`, `${elsewhere}1`, `${accepted}3`]);
  await page.getByText(/99 MB/).waitFor();
  expect(await serviceQuotas.writes()).toBe(before + 5);
  service.setFaults({});
  expect(await serviceQuotas.volumes(ids)).toEqual([10, 10, 99, 15, 15, 15]);
  await page
    .getByRole("group", { name: t(($) => $.quotas.change.outcomes) })
    .getByRole("button", { name: notApplied })
    .click();
  const rows = page.getByRole("grid", { name: t(($) => $.quotas.rows.list) });
  await expect.poll(() => rows.getAttribute("aria-rowcount")).toBe("3");
  await press(
    page,
    t(($) => $.quotas.action.retryNotApplied, { count: 2 }),
  );
  await press(
    dialogOf(page),
    t(($) => $.quotas.question.retryNotApplied.yes, { count: 2 }),
  );
  await expect
    .poll(() => results(page), { timeout: 60_000 })
    .toEqual([`${notApplied}0`, `${elsewhere}1`, `${accepted}5`]);
  await press(
    page,
    t(($) => $.quotas.action.updateElsewhere, { count: 1 }),
  );
  await press(
    dialogOf(page),
    t(($) => $.quotas.question.updateElsewhere.yes, { count: 1 }),
  );
  await expect.poll(() => serviceQuotas.volumes(ids)).toEqual([15, 15, 104, 15, 15, 15]);
});

test("above a hundred the exact number is required", async () => {
  const { page, serviceQuotas } = shared();
  await goTo(page, "/quotas/new");
  await press(
    page,
    t(($) => $.quotas.plan.useAll),
  );
  await page
    .getByText(
      t(($) => $.quotas.source.all),
      { exact: true },
    )
    .waitFor();
  await volume(page, remaining).fill("77");
  await page.getByRole("button", { name: t(($) => $.quotas.form.inOneYear) }).click();
  await press(page, preview);
  await page.getByText(planned, { exact: true }).waitFor({ timeout: 120_000 });
  const before = await serviceQuotas.writes();
  await press(
    page,
    t(($) => $.quotas.action.start, { count: fleetSize }),
  );
  const yes = dialogOf(page).getByRole("button", {
    name: t(($) => $.quotas.question.start.yes, { count: fleetSize }),
  });
  const number = dialogOf(page).getByRole("textbox", {
    name: t(($) => $.common.typeNumber, { number: fleetSize }),
  });
  await number.fill(String(fleetSize - 1));
  await dialogOf(page)
    .getByText(t(($) => $.common.wrongNumber, { number: fleetSize }))
    .waitFor();
  expect([await yes.isDisabled(), await serviceQuotas.writes()]).toEqual([true, before]);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await number.fill(String(fleetSize));
  await yes.click();
  await expect.poll(() => results(page), { timeout: 120_000 }).toEqual([`${accepted}${fleetSize}`]);
  expect(await serviceQuotas.writes()).toBe(before + fleetSize);
});

test("invalid input is named at its field, no quota is read, nothing is planned, and the draft stays", async () => {
  const { page, serviceQuotas } = shared();
  const writes = await serviceQuotas.writes();
  const changes = await callCore(page, "quotas.changes", {});
  await goTo(page, "/quotas/new");
  await press(page, preview);
  await page.getByText(t(($) => $.quotas.plan.selectFirst)).waitFor();
  await page.getByText(t(($) => $.quotas.form.volumeRemaining)).waitFor();
  const filter = page.getByRole("combobox", { name: t(($) => $.shell.filter.label) });
  await filter.fill("colour:red");
  await press(
    page,
    t(($) => $.quotas.plan.useMatching),
  );
  await page
    .getByText(/colour/)
    .last()
    .waitFor();
  expect(await filter.inputValue()).toBe("colour:red");
  await filter.fill("name:nobody-is-called-so");
  await press(
    page,
    t(($) => $.quotas.plan.useMatching),
  );
  for (const [label, text, sentence] of [
    [remaining, "ten", t(($) => $.quotas.form.notNumber, { text: "ten" })],
    [t(($) => $.quotas.form.expiry), "2031-02-31", t(($) => $.quotas.form.notTime, { text: "2031-02-31" })],
    [t(($) => $.quotas.form.threshold), "-3", formatText(codedText("quota-threshold-range"))],
  ] as const) {
    await volume(page, remaining).fill("5");
    const field = page.getByRole("textbox", { name: label });
    await field.fill(text);
    await press(page, preview);
    await page.getByText(sentence).waitFor();
    expect([await field.getAttribute("aria-invalid"), await field.inputValue()]).toEqual(["true", text]);
    await field.fill("");
  }
  await volume(page, remaining).fill("5");
  await press(page, preview);
  await page.getByText(formatText(codedText("quota-no-endpoints"))).waitFor();
  expect(await volume(page, remaining).inputValue()).toBe("5");
  expect(await callCore(page, "quotas.changes", {})).toEqual(changes);
  expect(await serviceQuotas.writes()).toBe(writes);
});

test("leaving no volume to many needs a confirmation in the plan and at the start", async () => {
  const { page, serviceQuotas } = await openForSix();
  await volume(page, remaining).fill("0");
  await press(page, preview);
  await dialogOf(page).getByRole("checkbox").check();
  await press(dialogOf(page), preview);
  await page.getByText(planned, { exact: true }).waitFor();
  await page.getByText(formatText(codedText("quota-warning-zero-data"))).waitFor();
  expect(await serviceQuotas.volumes(ids)).toEqual(ids.map(() => 10));
  await press(
    page,
    t(($) => $.quotas.action.start, { count: 6 }),
  );
  await press(
    dialogOf(page),
    t(($) => $.common.cancel),
  );
  await press(
    page,
    t(($) => $.quotas.action.discard),
  );
  await page
    .getByText(
      t(($) => $.quotas.change.state.cancelled),
      { exact: true },
    )
    .first()
    .waitFor();
  expect(await serviceQuotas.volumes(ids)).toEqual(ids.map(() => 10));
});
