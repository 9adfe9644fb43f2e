/** A data directory that is not writable: the window opens, cached data can be browsed, and drafts survive until it is writable. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import { listViolations, themes } from "../support/axe.ts";
import { addFilter, expectSaved, newCampaign, stepTo, writeText } from "../wizard.ts";

/** The text of the notice, without its bold beginning. */
const explained = t(($) => $.shell.readOnly.explained).replace(/^<b>.*<\/b> /, "");

test("browses the cache, changes nothing, and Try again makes the program writable with the draft preserved", async () => {
  const service = await startService();
  const first = await launchFleetdesk();
  const { baseUrl, applicationToken } = service;
  await callCore(first.page, "connections.connect", { name: "Acme", baseUrl, secret: { applicationToken } });
  await callCore(first.page, "fleet.sync", {});
  await first.close();
  // Folders in place of files that must be written simulate missing permissions: tests may run as root.
  const blockers = ["lock.db-journal", "window/probe"].map((name) => join(first.dataDir, name));
  for (const blocker of blockers) mkdirSync(blocker, { recursive: true });

  const { page, desktop } = await launchFleetdesk({ dataDir: first.dataDir });
  const notWritable = formatText(codedText("data-dir-read-only", { directory: first.dataDir }));
  expect(desktop.dialogs()).toEqual([]);
  const notice = page.getByRole("region", { name: t(($) => $.shell.readOnly.label) });
  await notice.getByText(explained).waitFor();
  await notice.getByText(notWritable).waitFor();
  await goTo(page, "/fleet/endpoint");
  await page.getByRole("grid").getByText("van-00001", { exact: true }).waitFor();
  for (const theme of themes) {
    // Of the system: the setting is a change.
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    expect(await listViolations(page)).toEqual([]);
  }

  await newCampaign(page);
  await addFilter(page, "id:70001");
  await stepTo(page, "text");
  await writeText(page, "CHK");
  await page
    .getByText(t(($) => $.planning.head.failed, { reason: "" }).trim())
    .filter({ hasText: first.dataDir })
    .waitFor();
  const requests = await service.requests();
  for (const [address, input] of [
    ["sms.send", { endpoint: "70001", from: "4911", text: "CHK" }],
    ["fleet.sync", {}],
    ["session.signOut", {}],
  ] as const) {
    await expect(callCore(page, address, input)).rejects.toThrow("data-dir-read-only");
  }
  expect([await service.requests(), service.ledger()]).toEqual([requests, []]);

  const tryAgain = notice.getByRole("button", { name: t(($) => $.common.retry) });
  await tryAgain.click();
  await expect.poll(() => tryAgain.getAttribute("data-loading")).toBeNull();
  expect(await notice.isVisible()).toBe(true);
  for (const blocker of blockers) rmSync(blocker, { recursive: true });
  await tryAgain.click();
  await notice.waitFor({ state: "detached" });
  await page.getByText(t(($) => $.shell.readOnly.draftsUntilClosed)).waitFor();
  await expectSaved(page);
  expect(await callCore(page, "drafts.list", {})).toMatchObject({
    drafts: [{ body: { name: "Night reset", text: "CHK" } }],
  });
});
