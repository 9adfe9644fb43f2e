/** A change with a lost response, and the next one of the same quota: a confirmation on screen, for one endpoint and for many. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { callCore } from "./look-up.ts";
import { choose, openForm, openTab, type Quotas, results, shareQuotas } from "./quotas.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";

/** No lookup happens before the tests end; each has its own endpoint. */
const shared = shareQuotas({}, { reconcileAfterMs: 600_000 });
const press = async (form: Locator, name: string): Promise<void> => await form.getByRole("button", { name }).click();

/** 10 MB are left, and the outcome of adding 5 is unknown. */
async function loseAnswer(id: string): Promise<Quotas> {
  const { serviceQuotas, page, service } = shared();
  await serviceQuotas.setQuota(id, { volume: 10 });
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "quota.set" }] });
  const operation = { op: "add", volume: 5 };
  expect(await callCore(page, "quotas.change", { endpoint: id, kind: "data", operation })).toMatchObject({
    outcome: "unknown",
  });
  service.setFaults({});
  return shared();
}

test("a second addition is not sent over an unresolved one until a second click", async () => {
  const id = "70007";
  const { page, serviceQuotas } = await loseAnswer(id);
  const form = await openForm(await openTab(page, id));
  await choose(
    form,
    t(($) => $.quotas.form.add),
  );
  await form.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill("5");
  await press(
    form,
    t(($) => $.quotas.one.submit.data.add),
  );
  await form
    .getByText(
      t(($) => $.quotas.answer.notSent),
      { exact: true },
    )
    .waitFor();
  await form
    .getByText(formatText(codedText("quota-add-data", { volume: 5 })))
    .first()
    .waitFor();
  expect(await serviceQuotas.volume(id)).toBe(10);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await press(
    form,
    t(($) => $.quotas.answer.refresh),
  );
  await expect
    .poll(() =>
      form
        .getByText(
          t(($) => $.quotas.answer.notSent),
          { exact: true },
        )
        .count(),
    )
    .toBe(0);
  // The draft is unchanged.
  await press(
    form,
    t(($) => $.quotas.one.submit.data.add),
  );
  await press(
    form,
    t(($) => $.quotas.one.sendAnyway),
  );
  await form.getByText(formatText(codedText("quota-accepted"))).waitFor();
  expect(await serviceQuotas.volume(id)).toBe(15);
});

test("in a bulk change it is set aside, and sent after a confirmation", async () => {
  const [id, other] = ["70017", "70018"];
  const { page, serviceQuotas } = await loseAnswer(id);
  const operation = { op: "add", volume: 1, whereNone: "set", expiresAt: Date.UTC(2040, 0, 1) };
  const source = { ids: [id, other] };
  const { change } = (await callCore(page, "quotas.plan", { kind: "data", operation, source })) as { change: number };
  await page.evaluate(`location.hash = "#/quotas/changes/${change}"`);
  await expect
    .poll(() => results(page))
    .toEqual([`?${t(($) => $.quotas.rows.state.unsettled)}1`, `${t(($) => $.quotas.rows.state.planned)}1`]);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: t(($) => $.quotas.action.retryOnHold, { count: 1 }) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await press(
    dialog,
    t(($) => $.quotas.question.addToPlan),
  );
  await page.getByRole("button", { name: t(($) => $.quotas.action.start, { count: 2 }) }).click();
  await press(
    page.getByRole("dialog"),
    t(($) => $.quotas.question.start.yes, { count: 2 }),
  );
  const accepted = t(($) => $.common.accepted);
  await expect.poll(() => results(page), { timeout: 20_000 }).toEqual([`${accepted}2`]);
  expect(await serviceQuotas.volume(id)).toBe(11);
});

test("an expiry in the past needs a second confirmation", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70027";
  await serviceQuotas.setQuota(id, { volume: 10 });
  const before = await serviceQuotas.writes();
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", { name: t(($) => $.quotas.form.remainingData) }).fill("20");
  await form.getByRole("textbox", { name: t(($) => $.quotas.form.expiry) }).fill("2020-01-01 00:00");
  await form.getByText(formatText(codedText("quota-warning-expired"))).waitFor();
  await press(
    form,
    t(($) => $.quotas.one.submit.data.set),
  );
  const dialog = page.getByRole("dialog", { name: t(($) => $.quotas.confirm.pastTitle) });
  await dialog.waitFor();
  expect(await serviceQuotas.writes()).toBe(before);
  await dialog.getByRole("checkbox", { name: t(($) => $.quotas.confirm.understandPast) }).check();
  await press(
    dialog,
    t(($) => $.quotas.one.sendAnyway),
  );
  await expect.poll(() => serviceQuotas.volume(id)).toBe(20);
});
