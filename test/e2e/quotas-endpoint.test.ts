/** The quotas of one endpoint on screen: read, changed, in a race, lost and found again, deleted, taken back; the service decides. */
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "./look-up.ts";
import { choose, openForm, openTab, shareQuotas } from "./quotas.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { expectFocus } from "./support/focus.ts";

/** Each test has an endpoint of its own. */
const shared = shareQuotas();

const press = async (form: Locator, name: string): Promise<void> => await form.getByRole("button", { name }).click();
const past = (page: Page): Locator => page.getByRole("list", { name: "Changes of the quotas" }).getByRole("listitem");

test("both quotas are read on sight, and what none means under the profile is said", async () => {
  const { page, hand } = shared();
  const id = "70017";
  await hand.put(id, { volume: 12.5 });
  const tab = await openTab(page, id);
  const data = tab.getByRole("region", { name: "Data quota" });
  await data.getByText("12.5 MB", { exact: true }).first().waitFor();
  await data.getByText(/The service profile .* quota/).waitFor();
  await tab.getByRole("region", { name: "SMS quota" }).getByText(/quota/).last().waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("a volume is added once: what it comes to is seen before, and the change can be taken back", async () => {
  const { page, hand } = shared();
  const id = "70027";
  const before = await hand.writes();
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await choose(form, "Add");
  await form.getByRole("textbox", { name: "To add, MB" }).fill("2,5");
  await form.getByRole("region", { name: "What it comes to" }).getByText("12.5 MB").waitFor();
  expect(await hand.volume(id)).toBe(10);
  await form.getByRole("button", { name: "Add to the data quota" }).dblclick();
  await form.getByText("The service accepted the change.").waitFor();
  expect(await hand.volume(id)).toBe(12.5);
  expect(await findingsInBoth(page)).toEqual(nothing);
  await past(page).first().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => hand.volume(id)).toBe(10);
  await past(page).filter({ hasText: "Put back" }).getByText("set", { exact: true }).waitFor();
  expect(await hand.writes()).toBe(before + 3);
});

test("whoever was faster is shown: what was seen, what it is now, and going on from there", async () => {
  const { page, hand } = shared();
  const id = "70037";
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await choose(form, "Add");
  await form.getByRole("textbox", { name: "To add, MB" }).fill("5");
  await hand.put(id, { volume: 80 });
  const button = form.getByRole("button", { name: "Add to the data quota" });
  await button.press("Enter");
  await form.getByText("It is another one by now").waitFor();
  // Disabled while it worked, it has the keyboard again.
  await expectFocus(page, button);
  await form.getByText(/^10 MB until/).waitFor();
  await form.getByText(/^80 MB until/).waitFor();
  expect(await hand.volume(id)).toBe(80);
  expect(await form.getByRole("textbox", { name: "To add, MB" }).inputValue()).toBe("5");
  await press(form, "Go on with the new value");
  await form.getByText("The service accepted the change.").waitFor();
  expect(await hand.volume(id)).toBe(85);
});

test("a change whose answer was lost is unknown, in violet, and clears itself; it was sent once", async () => {
  const { page, hand, service } = shared();
  const id = "70047";
  const lookUpAfter = async (reconcileAfterMs: number): Promise<void> =>
    void (await ask(page, "connections.setOptions", { connection: "Acme", options: { reconcileAfterMs } }));
  onTestFinished(() => lookUpAfter(1_000));
  // Long enough in doubt to be seen, however busy this computer is.
  await lookUpAfter(8_000);
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", { name: "Left from now on, MB" }).fill("30");
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "quota.set" }] });
  await press(form, "Set the data quota");
  await form.locator("[data-tone=unknown]").getByText("What came of it is unknown").waitFor();
  service.setFaults({});
  await expect.poll(async () => await past(page).first().textContent(), { timeout: 60_000 }).toMatch(/refused/);
  expect(await hand.volume(id)).toBe(10);
  expect(await form.getByRole("textbox", { name: "Left from now on, MB" }).inputValue()).toBe("30");
});

test("a lost answer of a change that was made is found by reading, and nothing is sent twice", async () => {
  const { page, hand, service } = shared();
  const id = "70057";
  const before = await hand.writes();
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", { name: "Left from now on, MB" }).fill("30");
  service.setFaults({ seed: 1, rules: [{ kind: "reset-after", rate: 1, on: "quota.set" }] });
  await press(form, "Set the data quota");
  await expect
    .poll(async () => await past(page).first().textContent(), { timeout: 30_000 })
    .toMatch(/set10 MB .* → 30 MB/);
  service.setFaults({});
  expect(await hand.volume(id)).toBe(30);
  expect(await hand.writes()).toBe(before + 2);
});

test("nothing left is asked about twice, and a deletion leaves none", async () => {
  const { page, hand } = shared();
  const id = "70067";
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  await form.getByRole("textbox", { name: "Left from now on, MB" }).fill("0");
  await form.getByText(/With this volume the endpoint has no data left\. The service profile/).waitFor();
  await press(form, "Set the data quota");
  const dialog = page.getByRole("dialog", { name: "Leave nothing?" });
  const yes = dialog.getByRole("button", { name: "Leave nothing" });
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Leave it" }).click();
  expect(await hand.volume(id)).toBe(10);
  await press(form, "Set the data quota");
  await dialog.getByRole("checkbox").check();
  await yes.click();
  await expect.poll(() => hand.volume(id)).toBe(0);
  await choose(form, "Delete");
  await press(form, "Delete the data quota");
  await form.getByText("none set").waitFor();
  expect(await hand.volume(id)).toBeUndefined();
});

test("bad input is named at its field with a sentence, nothing is sent, and what was typed stays", async () => {
  const { page, hand } = shared();
  const id = "70077";
  await hand.put(id, { volume: 10 });
  await hand.put(id, { volume: 10 }, "sms");
  const before = await hand.writes();
  const tab = await openTab(page, id);
  const bad = [
    ["Left from now on, MB", "1O", "“1O” is not a number."],
    ["Left from now on, MB", "-1", "The volume must not be negative."],
    ["Expires", "31.12.2031", "“31.12.2031” is not a date and time such as 2031-12-31 23:59."],
    ["Threshold, per cent left", "120", "The threshold must lie between 0 and 100 per cent."],
  ] as const;
  const data = await openForm(tab);
  await press(data, "Set the data quota");
  await data.getByText("Say how much is left from now on.").waitFor();
  for (const [label, text, sentence] of bad) {
    const field = data.getByRole("textbox", { name: label });
    await data.getByRole("textbox", { name: "Left from now on, MB" }).fill("20");
    await field.fill(text);
    await press(data, "Set the data quota");
    await data.getByText(sentence).waitFor();
    expect([await field.getAttribute("aria-invalid"), await field.inputValue()]).toEqual(["true", text]);
    await field.fill("");
  }
  await choose(data, "Settings only");
  await press(data, "Change the data quota");
  await data.getByText("Nothing is named that should change.").waitFor();
  const sms = await openForm(tab, "SMS");
  await sms.getByRole("textbox", { name: "Left from now on, messages" }).fill("2.5");
  await press(sms, "Set the SMS quota");
  await sms.getByText("An SMS quota is a whole number of messages.").waitFor();
  expect(await hand.writes()).toBe(before);
});

test("where none is set an expiry is asked for, and an SMS quota needs its threshold too", async () => {
  const { page, hand } = shared();
  const id = "70087";
  for (const kind of ["data", "sms"] as const) {
    if ((await hand.volume(id, kind)) !== undefined)
      await ask(page, "quotas.change", { endpoint: id, kind, operation: { op: "delete" }, confirmZero: true });
  }
  const before = await hand.writes();
  const tab = await openTab(page, id);
  const data = await openForm(tab);
  await data.getByRole("textbox", { name: "Left from now on, MB" }).fill("20");
  await press(data, "Set the data quota");
  await data.getByText("No quota is set yet: an expiry must be given.").waitFor();
  const sms = await openForm(tab, "SMS");
  await sms.getByRole("textbox", { name: "Left from now on, messages" }).fill("20");
  await press(sms, "in a year");
  await press(sms, "Set the SMS quota");
  await sms.getByText(/An SMS quota needs a threshold in per cent/).waitFor();
  expect(await hand.writes()).toBe(before);
  await press(data, "in a year");
  await press(data, "Set the data quota");
  await expect.poll(() => hand.volume(id)).toBe(20);
});

test("a refusal of the service is said and keeps what was typed, also beyond the window", async () => {
  const { page, hand, service } = shared();
  const id = "70097";
  await hand.put(id, { volume: 10 });
  const form = await openForm(await openTab(page, id));
  const field = form.getByRole("textbox", { name: "Left from now on, MB" });
  await field.fill("40");
  service.setFaults({ seed: 1, rules: [{ kind: "refuse", rate: 1, on: "quota.set" }] });
  await press(form, "Set the data quota");
  await form.getByText("The quota was not changed").waitFor();
  expect(await field.inputValue()).toBe("40");
  service.setFaults({});
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("40");
  expect(await hand.volume(id)).toBe(10);
});
