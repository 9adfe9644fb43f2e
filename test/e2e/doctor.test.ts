import { endpointList, expectRows } from "./support/big-fleet.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo, launchChangedFleet } from "./look-up.ts";

const shared = shareInFile(launchChangedFleet);

const pasted = ["70001", "70001", "8.9883E+18", "", "70004", "hello"].join("\n");

test("a pasted list is checked by row, and its matches become a selection and an audience", async () => {
  const { page } = shared();
  // A filter that would hide the selected rows.
  await goTo(page, "/fleet/endpoint?filter=id:70002");
  await expectRows(endpointList(page), 1);
  await goTo(page, "/doctor");
  await page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) }).fill(pasted);
  await page.keyboard.press("ControlOrMeta+Enter");
  const rows = page.getByRole("grid", { name: t(($) => $.fleet.doctor.resultsByRow) }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(6);
  await expect.poll(() => rows.nth(2).textContent()).toContain(t(($) => $.fleet.doctor.duplicateOf, { row: 1 }));
  await expect.poll(() => rows.nth(3).textContent()).toContain(t(($) => $.fleet.verdicts.damaged));
  await page
    .getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.fleet.verdicts.resolved))}`) })
    .click();
  await expect.poll(() => rows.count()).toBe(3);

  // Verdicts of another list than the current one have no links.
  await page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) }).fill("70003");
  await expect
    .poll(() => page.getByRole("button", { name: t(($) => $.fleet.doctor.showInFleet) }).isDisabled())
    .toBe(true);
  await page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) }).fill(pasted);
  await page.getByRole("button", { name: t(($) => $.fleet.doctor.saveAudience) }).click();
  await page.getByRole("textbox", { name: t(($) => $.common.name) }).fill("May wave");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.delete, { name: "May wave" }) }).waitFor();
  await page.getByRole("button", { name: t(($) => $.fleet.doctor.showInFleet) }).click();
  await expect
    .poll(() =>
      page
        .getByText(
          t(($) => $.shell.table.countSelected, { count: 2 }),
          { exact: true },
        )
        .count(),
    )
    .toBe(1);
  await expect.poll(() => page.getByRole("row", { selected: true }).count()).toBe(2);
  // Another filter hides them: the list reports that, and selects none of it.
  await goTo(page, "/fleet/endpoint?filter=id:70002");
  await page.getByText(t(($) => $.shell.table.countSelectedHidden, { count: 2, hidden: 2 })).waitFor();
  await page.getByRole("button", { name: t(($) => $.shell.table.selectLoaded) }).waitFor();
});

test("a removed audience can be restored", async () => {
  const { page } = shared();
  await page.evaluate('window.fleet.call("fleet.saveAudience", { name: "Put back", ids: ["70001"] })');
  await goTo(page, "/doctor");
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.delete, { name: "Put back" }) }).click();
  await expect
    .poll(() => page.getByRole("button", { name: t(($) => $.fleet.audiences.delete, { name: "Put back" }) }).count())
    .toBe(0);
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.restore) }).click();
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.delete, { name: "Put back" }) }).waitFor();
});

test("an invalid file is rejected with a message, and the draft survives it and a change of the page", async () => {
  const { page } = shared();
  await goTo(page, "/doctor");
  const list = page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) });
  await list.fill("keep this");
  const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  await page.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await page.getByText(t(($) => $.shell.file.image, { name: "photo.png" })).waitFor();
  await goTo(page, "/changes");
  await page.getByRole("heading", { name: t(($) => $.fleet.changes.title) }).waitFor();
  await goTo(page, "/doctor");
  await expect.poll(() => list.inputValue()).toBe("keep this");
});
