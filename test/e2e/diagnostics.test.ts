/** Settings → Data and Diagnostics: what their buttons do, and that the results are accessible. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo, launchChangedFleet } from "./look-up.ts";
import { listViolations } from "./support/axe.ts";

const shared = shareInFile(launchChangedFleet);

test("the checks are listed with their results, and the log by level", async () => {
  const { page } = shared();
  await goTo(page, "/settings/diagnostics");
  await page.getByRole("button", { name: t(($) => $.settings.diagnostics.run) }).click();
  const checks = page.getByRole("list", { name: t(($) => $.settings.diagnostics.title) }).getByRole("listitem");
  await expect.poll(() => checks.count()).toBe(13);
  await expect
    .poll(() => checks.nth(8).textContent())
    .toContain(t(($) => $.settings.diagnostics.check.service) + t(($) => $.settings.diagnostics.result.ok));
  await page
    .getByRole("radiogroup", { name: t(($) => $.settings.diagnostics.log.level) })
    .getByText(t(($) => $.settings.diagnostics.log.levels.info))
    .click();
  await page.getByRole("region", { name: t(($) => $.settings.diagnostics.log.entries) }).waitFor();
  expect(await listViolations(page)).toEqual([]);
});

test("a backup is restored after a comparison, and an import is confirmed before it changes anything", async () => {
  const { page } = shared();
  await goTo(page, "/settings/data");
  await page.getByRole("button", { name: t(($) => $.settings.data.createBackup) }).click();
  await page.getByRole("button", { name: t(($) => $.settings.data.restoreBackup, { time: "" }) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t(($) => $.settings.data.restoreSame)).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: t(($) => $.settings.data.restoreConfirm) }).click();
  await dialog.getByRole("button", { name: t(($) => $.settings.data.reload) }).click();
  await page.getByRole("button", { name: t(($) => $.settings.data.check) }).click();
  await page.getByText(t(($) => $.settings.data.sound)).waitFor();
  const body = { format: "fleetdesk-settings", version: 1, templates: [{ name: "imported", text: "CHK" }] };
  const file = { name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(body)) };
  await page.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText(t(($) => $.settings.data.previewHelp)).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: t(($) => $.settings.data.confirmImport, { count: 1 }) }).click();
  await page.getByText(t(($) => $.settings.data.imported, { count: 1 })).waitFor();
});

test("an import is applied as it was previewed, if the choice changes while its file is read", async () => {
  const { page } = shared();
  await goTo(page, "/settings/data");
  await callCore(page, "templates.save", { name: "existing", text: "CHK" });
  await page.evaluate(`(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
      Blob.prototype.arrayBuffer = arrayBuffer;
      return new Promise((resolve) => { window.readFile = () => resolve(this.arrayBuffer()); });
    };
  })()`);
  const templates = ["existing", "added"].map((name) => ({ name, text: "CHK 2" }));
  const body = { format: "fleetdesk-settings", version: 1, templates };
  const file = { name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(body)) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect.poll(() => page.evaluate("'readFile' in window")).toBe(true);
  await page
    .getByRole("radiogroup", { name: t(($) => $.settings.data.existing) })
    .getByText(
      t(($) => $.settings.data.replace),
      { exact: true },
    )
    .click();
  await page.evaluate("window.readFile()");
  const confirm = t(($) => $.settings.data.confirmImport, { count: 1 });
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
  await page.getByText(t(($) => $.settings.data.imported, { count: 1 })).waitFor();
  const { templates: saved } = (await callCore(page, "templates.list", {})) as {
    readonly templates: readonly { readonly name: string; readonly text: string }[];
  };
  expect(saved.find(({ name }) => name === "existing")?.text).toBe("CHK");
});
