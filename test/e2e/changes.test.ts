import { collectionLabels } from "../../renderer/lib/records.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo, launchChangedFleet } from "./look-up.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(launchChangedFleet);

test("what changed is told in words and values, and leads to the record and back by keyboard", async () => {
  const { page } = shared();
  await goTo(page, "/changes/endpoint");
  const list = page.getByRole("grid", { name: t(($) => $.fleet.changes.title) });
  const rows = list.getByRole("row");
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => rows.nth(1).textContent()).toMatch(/Disabled.*statusEnabled \(0\)Disabled \(1\)/);
  await expect.poll(() => rows.nth(2).textContent()).toContain(t(($) => $.shell.changes.simRemoved));
  await expect.poll(() => rows.nth(3).textContent()).toContain(`70003${t(($) => $.fleet.changes.removed)}`);

  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: "Detail" });
  await detail.getByRole("heading", { level: 2 }).waitFor();
  await expect.poll(() => detail.textContent()).toContain(t(($) => $.fleet.record.noSim));
  await page.keyboard.press("F6");
  await expect.poll(() => page.evaluate("document.activeElement?.closest('[data-pane]')?.dataset.pane")).toBe("detail");
  await detail.getByRole("tab", { name: "History" }).click();
  await expect.poll(() => detail.textContent()).toContain(t(($) => $.shell.changes.simRemoved));
  await page.keyboard.press("Escape");
  await expect.poll(() => detail.count()).toBe(0);
  await expectFocus(page, list);
});

test("chips narrow the changes, and the address keeps which", async () => {
  const { page } = shared();
  await goTo(page, "/changes/endpoint");
  await page.getByRole("button", { name: new RegExp(`^${t(($) => $.fleet.changes.removed)}`) }).click();
  const rows = page.getByRole("grid", { name: t(($) => $.fleet.changes.title) }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => page.evaluate("location.hash")).toContain("kind=gone");
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(4);
});

test("a record that is gone shows what the copy still knows, and the service is asked only when told to", async () => {
  const { page, service } = shared();
  await goTo(page, "/changes/endpoint?open=endpoint:70003");
  const detail = page.getByRole("complementary", { name: "Detail" });
  await detail
    .getByText(t(($) => $.fleet.detail.removedFromCache, { record: `${collectionLabels.endpoint.one} 70003` }))
    .waitFor();
  const before = await service.requests();
  await detail.getByRole("button", { name: t(($) => $.fleet.detail.loadFromService) }).click();
  await detail
    .getByText(t(($) => $.fleet.detail.notOnService, { record: `${collectionLabels.endpoint.one} 70003` }))
    .waitFor();
  expect(await service.requests()).toBe(before + 1);
});

test("after the first sync there is nothing to compare with yet", async () => {
  // Of the endpoints there were two syncs, of the SIMs only the first.
  const { page } = shared();
  await goTo(page, "/changes/sim");
  await page.getByRole("heading", { name: t(($) => $.fleet.changes.oneSync) }).waitFor();
});
