/** The quotas of one endpoint on screen: read, changed, changed concurrently, lost and resolved, deleted, undone; the service decides. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { EndpointQuotas } from "#shared/contract/quotas/quotas.ts";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { callCore } from "./look-up.ts";
import { choose, openForm, openTab, shareQuotas } from "./quotas.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { expectFocus, expectFocusAbove } from "./support/focus.ts";

/** Each test has its own endpoint. */
const shared = shareQuotas();

const press = async (form: Locator, name: string): Promise<void> => await form.getByRole("button", { name }).click();
const past = (page: Page): Locator =>
  page.getByRole("list", { name: t(($) => $.quotas.past.list) }).getByRole("listitem");
const remaining = { name: t(($) => $.quotas.form.remainingData) };
const remainingSms = { name: t(($) => $.quotas.form.remainingSms) };
const toAdd = { name: t(($) => $.quotas.form.addData) };
const setData = t(($) => $.quotas.one.submit.data.set);
const setSms = t(($) => $.quotas.one.submit.sms.set);
const addData = t(($) => $.quotas.one.submit.data.add);
const accepted = formatText(codedText("quota-accepted"));
const add = t(($) => $.quotas.form.add);
const megabytes = (amount: string): string => t(($) => $.quotas.value.megabytes, { amount });
const until = (amount: string): string =>
  t(($) => $.quotas.value.until, { volume: megabytes(amount), time: "" }).trim();

test("both quotas are read when shown, and the meaning of a missing one under the profile is explained", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70017";
  await serviceQuotas.setQuota(id, { volume: 12.5 });
  const tab = await openTab(page, id);
  const read = (await callCore(page, "quotas.get", { endpoint: id })) as EndpointQuotas;
  const data = tab.getByRole("region", { name: t(($) => $.quotas.kind.dataQuota) });
  await data.getByText(megabytes("12.5"), { exact: true }).first().waitFor();
  await data.getByText(formatText(read.data.enforcement.sentence)).waitFor();
  await tab
    .getByRole("region", { name: t(($) => $.quotas.kind.smsQuota) })
    .getByText(formatText(read.sms.enforcement.sentence))
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("a volume is added once: its result is previewed, and the change can be undone", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70027";
  const before = await serviceQuotas.writes();
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await choose(form, add);
  await form.getByRole("textbox", toAdd).fill("2,5");
  await form
    .getByRole("region", { name: t(($) => $.quotas.preview.title) })
    .getByText(megabytes("12.5"))
    .waitFor();
  expect(await serviceQuotas.volume(id)).toBe(10);
  await form.getByRole("button", { name: addData }).dblclick();
  await form.getByText(accepted).waitFor();
  expect(await serviceQuotas.volume(id)).toBe(12.5);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  const undo = past(page)
    .first()
    .getByRole("button", { name: t(($) => $.quotas.action.undo, { count: 1 }) });
  const question = page.getByRole("dialog", { name: t(($) => $.quotas.question.undo.title, { count: 1 }) });
  await undo.click();
  await question.waitFor();
  await expectFocusAbove(page);
  // Escape closes the question only: not the details below it.
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  await expectFocus(page, undo);
  await undo.click();
  await question.getByRole("button", { name: t(($) => $.quotas.question.undo.yes, { count: 1 }) }).click();
  await expect.poll(() => serviceQuotas.volume(id)).toBe(10);
  await expect.poll(() => past(page).count()).toBe(2);
  await past(page)
    .first()
    .getByText(
      t(($) => $.common.accepted),
      { exact: true },
    )
    .waitFor();
  expect(await serviceQuotas.writes()).toBe(before + 3);
});

test("a concurrent change is shown: the value seen, the current value, and the option to continue from there", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70037";
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await choose(form, add);
  await form.getByRole("textbox", toAdd).fill("5");
  await serviceQuotas.setQuota(id, { volume: 80 });
  const button = form.getByRole("button", { name: addData });
  await button.press("Enter");
  await form
    .getByText(
      t(($) => $.quotas.answer.changedTitle),
      { exact: true },
    )
    .waitFor();
  // It was disabled during the request; afterwards it has the focus again.
  await expectFocus(page, button);
  await form.getByText(until("10")).waitFor();
  await form.getByText(until("80")).waitFor();
  expect(await serviceQuotas.volume(id)).toBe(80);
  expect(await form.getByRole("textbox", toAdd).inputValue()).toBe("5");
  await press(
    form,
    t(($) => $.quotas.answer.apply),
  );
  await form.getByText(accepted).waitFor();
  expect(await serviceQuotas.volume(id)).toBe(85);
});

test("a change with a lost response is unknown, in violet, and resolves automatically; it was sent once", async () => {
  const { page, serviceQuotas, service } = shared();
  const id = "70047";
  const lookUpAfter = async (reconcileAfterMs: number): Promise<void> =>
    void (await callCore(page, "connections.setOptions", { connection: "Acme", options: { reconcileAfterMs } }));
  onTestFinished(() => lookUpAfter(1_000));
  // Unconfirmed long enough to be seen, on a busy computer too.
  await lookUpAfter(8_000);
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", remaining).fill("30");
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "quota.set" }] });
  await press(form, setData);
  await form
    .locator("[data-tone=unknown]")
    .getByText(t(($) => $.common.outcomeUnknown))
    .waitFor();
  service.setFaults({});
  await expect
    .poll(async () => await past(page).first().textContent(), { timeout: 60_000 })
    .toContain(t(($) => $.quotas.rows.state.notApplied));
  expect(await serviceQuotas.volume(id)).toBe(10);
  expect(await form.getByRole("textbox", remaining).inputValue()).toBe("30");
});

test("a lost response of an applied change is resolved by reading, and nothing is sent twice", async () => {
  const { page, serviceQuotas, service } = shared();
  const id = "70057";
  const before = await serviceQuotas.writes();
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", remaining).fill("30");
  service.setFaults({ seed: 1, rules: [{ kind: "reset-after", rate: 1, on: "quota.set" }] });
  await press(form, setData);
  await expect
    .poll(async () => await past(page).first().textContent(), { timeout: 30_000 })
    .toMatch(/10 MB .* → 30 MB/);
  service.setFaults({});
  expect(await serviceQuotas.volume(id)).toBe(30);
  expect(await serviceQuotas.writes()).toBe(before + 2);
});

test("a remainder of nothing needs a second confirmation, and a deletion leaves no quota", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70067";
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", remaining).fill("0");
  const { data } = (await callCore(page, "quotas.get", { endpoint: id })) as EndpointQuotas;
  const toZero = { endpoint: id, kind: "data", operation: { op: "set", volume: 0 }, seen: data.state };
  const { warnings } = (await callCore(page, "quotas.check", toZero)) as { readonly warnings: readonly CodedText[] };
  expect(warnings).toMatchObject([{ code: "quota-warning-zero-data-effect" }]);
  for (const warning of warnings) await form.getByText(formatText(warning)).waitFor();
  await press(form, setData);
  const dialog = page.getByRole("dialog", { name: t(($) => $.quotas.confirm.zeroTitle) });
  const yes = dialog.getByRole("button", { name: t(($) => $.quotas.one.yesZero) });
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  expect(await serviceQuotas.volume(id)).toBe(10);
  await press(form, setData);
  await dialog.getByRole("checkbox").check();
  await yes.click();
  await expect.poll(() => serviceQuotas.volume(id)).toBe(0);
  await choose(
    form,
    t(($) => $.quotas.form.delete),
  );
  await press(
    form,
    t(($) => $.quotas.one.submit.data.delete),
  );
  await form
    .getByText(
      t(($) => $.quotas.status.none),
      { exact: true },
    )
    .first()
    .waitFor();
  expect(await serviceQuotas.volume(id)).toBeUndefined();
});

test("invalid input is named at its field with a message, nothing is sent, and the draft stays", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70077";
  await serviceQuotas.setQuota(id, { volume: 10 });
  await serviceQuotas.setQuota(id, { volume: 10 }, "sms");
  const before = await serviceQuotas.writes();
  const tab = await openTab(page, id);
  const bad = [
    [remaining.name, "1O", t(($) => $.quotas.form.notNumber, { text: "1O" })],
    [remaining.name, "-1", formatText(codedText("quota-volume-negative"))],
    [t(($) => $.quotas.form.expiry), "31.12.2031", t(($) => $.quotas.form.notTime, { text: "31.12.2031" })],
    [t(($) => $.quotas.form.threshold), "120", formatText(codedText("quota-threshold-range"))],
  ] as const;
  const data = await openForm(tab);
  await press(data, setData);
  await data.getByText(t(($) => $.quotas.form.volumeRemaining)).waitFor();
  for (const [label, text, sentence] of bad) {
    const field = data.getByRole("textbox", { name: label });
    await data.getByRole("textbox", remaining).fill("20");
    await field.fill(text);
    await press(data, setData);
    await data.getByText(sentence).waitFor();
    expect([await field.getAttribute("aria-invalid"), await field.inputValue()]).toEqual(["true", text]);
    await field.fill("");
  }
  await choose(
    data,
    t(($) => $.quotas.form.change),
  );
  await press(
    data,
    t(($) => $.quotas.one.submit.data.change),
  );
  await data.getByText(formatText(codedText("quota-no-setting"))).waitFor();
  const sms = await openForm(tab, "SMS");
  await sms.getByRole("textbox", remainingSms).fill("2.5");
  await press(sms, setSms);
  await sms.getByText(formatText(codedText("quota-sms-volume-fraction"))).waitFor();
  expect(await serviceQuotas.writes()).toBe(before);
});

test("without a quota an expiry is required, and an SMS quota needs its threshold too", async () => {
  const { page, serviceQuotas } = shared();
  const id = "70087";
  for (const kind of ["data", "sms"] as const) {
    if ((await serviceQuotas.volume(id, kind)) !== undefined)
      await callCore(page, "quotas.change", { endpoint: id, kind, operation: { op: "delete" }, confirmZero: true });
  }
  const before = await serviceQuotas.writes();
  const tab = await openTab(page, id);
  const data = await openForm(tab);
  await data.getByRole("textbox", remaining).fill("20");
  await press(data, setData);
  await data.getByText(formatText(codedText("quota-expiry-needed-new"))).waitFor();
  const sms = await openForm(tab, "SMS");
  await sms.getByRole("textbox", remainingSms).fill("20");
  await press(
    sms,
    t(($) => $.quotas.form.inOneYear),
  );
  await press(sms, setSms);
  await sms.getByText(formatText(codedText("quota-threshold-needed"))).waitFor();
  expect(await serviceQuotas.writes()).toBe(before);
  await press(
    data,
    t(($) => $.quotas.form.inOneYear),
  );
  await press(data, setData);
  await expect.poll(() => serviceQuotas.volume(id)).toBe(20);
});

test("shows a rejection of the service and preserves the draft, also over a reload", async () => {
  const { page, serviceQuotas, service } = shared();
  const id = "70097";
  await serviceQuotas.setQuota(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  const field = form.getByRole("textbox", remaining);
  await field.fill("40");
  service.setFaults({ seed: 1, rules: [{ kind: "refuse", rate: 1, on: "quota.set" }] });
  await press(form, setData);
  await form.getByText(t(($) => $.quotas.one.notChanged)).waitFor();
  expect(await field.inputValue()).toBe("40");
  service.setFaults({});
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("40");
  expect(await serviceQuotas.volume(id)).toBe(10);
  await press(form, setData);
  await form.getByText(formatText(codedText("quota-accepted"))).waitFor();
});
