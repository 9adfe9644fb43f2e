/** The overview of quotas: groups that filter, the picture, the table, asking again, offline, by keyboard, in both themes. */
import { afterEach, expect, onTestFinished, test } from "vitest";
import { ask, goTo } from "./look-up.ts";
import { choose, openForm, readAll, shareQuotas } from "./quotas.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { cellsOf, expectRows, expectSomeRows, listOf } from "./support/big-fleet.ts";
import { expectFocus } from "./support/focus.ts";

interface Groups {
  readonly groups: Readonly<Record<string, number>>;
}

const shared = shareQuotas();
afterEach(() => ask(shared().page, "quotas.cancelRefresh", {}));

/** Enough where a test only needs that the quotas were asked for. */
const notLately = { olderThanMinutes: 60 };

// The first of the file: nothing must have been asked for.
test("never asked is said and offered; asking can be ended and shows how far it is", async () => {
  const { page, service } = shared();
  await goTo(page, "/quotas");
  await page.getByText("No quota was asked for yet").waitFor();
  await page.getByRole("button", { name: "never asked 200" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  // So slow that it cannot have ended before it is cancelled.
  service.setFaults({ seed: 1, rules: [{ kind: "late", rate: 1, delayMs: 10_000, on: "quota.get" }] });
  await page.getByRole("button", { name: "Ask for all quotas" }).click();
  await page.getByRole("progressbar", { name: "Progress of asking for quotas" }).waitFor();
  await page
    .getByRole("region", { name: "Quotas" })
    .getByText(/^\d+ of 200$/)
    .waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText(/^Ended after asking/).waitFor();
  const { groups } = (await ask(page, "quotas.overview", { kind: "data" })) as Groups;
  expect(groups["asked"]).toBeLessThan(200);
});

test("what goes on with quotas stands in the bottom strip wherever one is, and leaves it with its end", async () => {
  const { page, service } = shared();
  service.setFaults({ seed: 1, rules: [{ kind: "late", rate: 1, delayMs: 1_000, on: "quota.get" }] });
  await ask(page, "quotas.refresh", { kinds: ["data"] });
  const strip = page.getByRole("contentinfo", { name: "Running work" });
  await strip.getByRole("progressbar", { name: "Progress: Asking for quotas" }).waitFor();
  await strip.getByRole("link", { name: "Asking for quotas" }).click();
  await page.getByRole("heading", { name: "Quotas", level: 1 }).waitFor();
  service.setFaults({});
  await strip.getByText("Nothing is running").waitFor({ timeout: 60_000 });
});

test("each group has exactly those whom the service's own quotas put there", async () => {
  const { page, hand } = shared();
  const empty = ["70001", "70002"];
  for (const id of empty) await hand.put(id, { volume: 0 });
  await hand.put("70003", {
    volume: 10,
    expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace("T", " "),
  });
  await readAll(page);
  await goTo(page, "/quotas");
  const list = listOf(page, "Quotas");
  await expectRows(list, 200);
  const chip = (name: RegExp) => page.getByRole("group", { name: "Groups" }).getByRole("button", { name });
  await chip(/^empty 2$/).click();
  await expectRows(list, 2);
  await chip(/^expiring in 14 d 1$/).click();
  await expectRows(list, 1);
  await chip(/^expiring/).click();
  await expectRows(list, 200);
  const volumes = await hand.volumes(Array.from({ length: 200 }, (_, index) => String(70_001 + index)));
  const without = volumes.filter((volume) => volume === undefined).length;
  await chip(/^without quota/).click();
  await expectRows(list, without);
  await expect
    .poll(() => page.getByRole("img", { name: /^Per cent left of/ }).getAttribute("aria-label"))
    .toMatch(/2 with nothing left/);
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("sorted, searched, limited and walked by keyboard; a row opens its endpoint's quotas", async () => {
  const { page } = shared();
  await readAll(page, notLately);
  await goTo(page, "/quotas?group=below&below=100");
  const list = listOf(page, "Quotas");
  await list.getByRole("row").nth(1).waitFor();
  await list.getByRole("columnheader", { name: /Per cent/ }).click();
  const sorted = async (): Promise<boolean> => {
    const shown = (await cellsOf(list, "Per cent", 8)).map((text) => Number.parseFloat(text));
    return (
      shown.length === 8 && (shown[0] ?? 100) < 30 && shown.every((one, at) => at === 0 || (shown[at - 1] ?? 0) <= one)
    );
  };
  await expect.poll(sorted).toBe(true);
  await page.getByRole("textbox", { name: "Below, per cent" }).fill("1OO");
  await page.getByText("Not a number from 0 to 100.").waitFor();
  await page.getByRole("textbox", { name: "Below, per cent" }).fill("100");
  await page.getByRole("searchbox", { name: "Search endpoints" }).fill("7000");
  await expect.poll(async () => Number(await list.getAttribute("aria-rowcount"))).toBeLessThan(12);
  await expectSomeRows(list);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").first().waitFor();
  onTestFinished(() => page.getByRole("button", { name: "Clear", exact: true }).click());
  await page.keyboard.press("Enter");
  await page
    .getByRole("complementary", { name: "Detail" })
    .getByRole("tab", { name: "Quotas", selected: true })
    .waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("the row of an endpoint follows what is done to its quota beside the list, and what was done elsewhere meanwhile", async () => {
  const { page, hand } = shared();
  await hand.put("70001", { volume: 41.15 });
  await readAll(page, { source: { ids: ["70001"] } });
  await goTo(page, "/quotas?open=endpoint:70001&tab=quotas");
  const list = listOf(page, "Quotas");
  const left = async (): Promise<string | undefined> => (await cellsOf(list, "Left", 1))[0];
  await expect.poll(left).toBe("41.15 MB");
  const form = await openForm(page.getByRole("tabpanel", { name: "Quotas" }));
  await choose(form, "Set");
  await form.getByRole("textbox", { name: "Left from now on, MB" }).fill("222");
  await form.getByRole("button", { name: "Set the data quota" }).click();
  await form.getByText("The service accepted the change.").waitFor();
  await expect.poll(left).toBe("222 MB");
  await goTo(page, "/changes/endpoint");
  await page.getByRole("heading", { name: "What changed", level: 1 }).waitFor();
  await ask(page, "quotas.change", { endpoint: "70001", kind: "data", operation: { op: "set", volume: 33 } });
  await goTo(page, "/quotas");
  await expect.poll(left).toBe("33 MB");
});

test("all that match are chosen in two steps and taken to a change", async () => {
  const { page } = shared();
  await readAll(page, notLately);
  await goTo(page, "/quotas?group=none");
  const list = listOf(page, "Quotas");
  const chip = page.getByRole("button", { name: /^without quota \d/, pressed: true });
  const total = Number((await chip.textContent())?.replaceAll(/\D/g, ""));
  await expectRows(list, total);
  await list.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("button", { name: `Select all ${total}` }).click();
  await page.getByRole("button", { name: "Change quotas…" }).click();
  await page.getByText(`For ${total} chosen endpoints.`).waitFor();
});

test("what was read is there without a network, with its age; the palette leads there", async () => {
  const { page, desktop, service } = shared();
  await readAll(page, notLately);
  onTestFinished(() => desktop.setOnline(true));
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "*" }] });
  await desktop.setOnline(false);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("textbox", { name: "Find a verb or an endpoint" }).fill("quotas");
  await page.keyboard.press("Enter");
  await expectRows(listOf(page, "Quotas"), 200);
  await page.getByText(/^read between/).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Ask again" }).isDisabled()).toBe(true);
});
