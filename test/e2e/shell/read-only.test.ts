/** A data directory that cannot be written: the window opens, what is cached can be browsed, and what is typed survives until it can. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { ask, goTo } from "../look-up.ts";
import { findings, themes } from "../support/axe.ts";
import { addFilter, expectKept, newCampaign, stepTo, writeText } from "../wizard.ts";

test("the cache is browsed, nothing is changed, and Try again makes the program writable with the draft in it", async () => {
  const service = await startService();
  const first = await launchFleetdesk();
  const { baseUrl, applicationToken } = service;
  await ask(first.page, "connections.connect", { name: "Acme", baseUrl, secret: { applicationToken } });
  await ask(first.page, "fleet.sync", {});
  await first.close();
  // A folder where a file has to be written stands for rights that are missing: tests may run as root.
  const obstacle = join(first.dataDir, "lock.db-journal");
  mkdirSync(obstacle);

  const { page, desktop } = await launchFleetdesk({ dataDir: first.dataDir });
  expect(desktop.dialogs()).toEqual([]);
  const notice = page.getByRole("region", { name: "Read-only" });
  await notice.getByText(/You can browse the cache\. Nothing is sent or changed\./).waitFor();
  await notice.getByText(/^The data directory .* cannot be written to\./).waitFor();
  await goTo(page, "/fleet/endpoint");
  await page.getByRole("grid").getByText("van-00001", { exact: true }).waitFor();
  for (const theme of themes) {
    // Of the system: the setting is a change.
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    expect(await findings(page)).toEqual([]);
    const pictures = process.env["FLEETDESK_PICTURES"];
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `read-only-${theme}.png`) });
  }

  await newCampaign(page);
  await addFilter(page, "id:70001");
  await stepTo(page, "Text");
  await writeText(page, "CHK");
  await page.getByText(/^Not kept: The data directory .* cannot be written to/).waitFor();
  const requests = await service.requests();
  for (const [address, input] of [
    ["sms.send", { endpoint: "70001", from: "4911", text: "CHK" }],
    ["fleet.sync", {}],
    ["session.signOut", {}],
  ] as const) {
    await expect(ask(page, address, input)).rejects.toThrow("data-dir-read-only");
  }
  expect([await service.requests(), service.ledger()]).toEqual([requests, []]);

  const tryAgain = notice.getByRole("button", { name: "Try again" });
  await tryAgain.click();
  await expect.poll(() => tryAgain.getAttribute("data-loading")).toBeNull();
  expect(await notice.isVisible()).toBe(true);
  rmSync(obstacle, { recursive: true });
  await tryAgain.click();
  await notice.waitFor({ state: "detached" });
  await expectKept(page);
  expect(await ask(page, "drafts.list", {})).toMatchObject({
    drafts: [{ body: { name: "Night reset", text: "CHK" } }],
  });
});
