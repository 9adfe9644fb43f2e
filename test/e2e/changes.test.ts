import { collectionLabels } from "../../renderer/lib/records.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo, launchChangedFleet } from "./look-up.ts";
import { expectFocus } from "./support/focus.ts";

const shared = shareInFile(launchChangedFleet);

test("a change is described with its values, and links to the record and back by keyboard", async () => {
  const { page } = shared();
  await goTo(page, "/changes/endpoint");
  const list = page.getByRole("grid", { name: t(($) => $.fleet.changes.title) });
  const rows = list.getByRole("row");
  await expect.poll(() => rows.count()).toBe(4);
  const [disabled, status] = [t(($) => $.shell.recordStatus.disabled), t(($) => $.fleet.record.status)];
  await expect.poll(() => rows.nth(1).textContent()).toMatch(new RegExp(`${disabled}.*${status}EnabledDisabled`));
  await expect.poll(() => rows.nth(2).textContent()).toContain(t(($) => $.shell.changes.simRemoved));
  await expect.poll(() => rows.nth(3).textContent()).toContain(`70003${t(($) => $.fleet.changes.removed)}`);

  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("heading", { level: 2 }).waitFor();
  await expect.poll(() => detail.textContent()).toContain(t(($) => $.fleet.record.noSim));
  await page.keyboard.press("F6");
  await expect.poll(() => page.evaluate("document.activeElement?.closest('[data-pane]')?.dataset.pane")).toBe("detail");
  await detail.getByRole("tab", { name: t(($) => $.shell.detailTabs.history) }).click();
  await expect.poll(() => detail.textContent()).toContain(t(($) => $.shell.changes.simRemoved));
  await page.keyboard.press("Escape");
  await expect.poll(() => detail.count()).toBe(0);
  await expectFocus(page, list);
});

test("chips filter the changes, and the URL contains the filter", async () => {
  const { page } = shared();
  await goTo(page, "/changes/endpoint");
  await page.getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.fleet.changes.removed))}`) }).click();
  const rows = page.getByRole("grid", { name: t(($) => $.fleet.changes.title) }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => page.evaluate("location.hash")).toContain("kind=removed");
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(4);
});

test("a removed record shows its cached data, and the service is requested only on demand", async () => {
  const { page, service } = shared();
  await goTo(page, "/changes/endpoint?open=endpoint:70003");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
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

test("after the first sync there is no snapshot to compare with", async () => {
  // There were two syncs of the endpoints, only one of the SIMs.
  const { page } = shared();
  await goTo(page, "/changes/sim");
  await page.getByRole("heading", { name: t(($) => $.fleet.changes.oneSync) }).waitFor();
});
