/** A data directory that was moved: its campaign stays with the former directory until an operator takes it over. */
import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resumeButton } from "./campaigns.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { connectForSending, expectAgreement, planAll, startConfirmed, untilState } from "./support/campaign-runs.ts";

test("a campaign of a moved directory is taken over in its dialog, and sends to none twice", async () => {
  const service = await startService({ endpoints: 6 });
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-moved-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const env = { FLEETDESK_KEYCHAIN: "file", FLEETDESK_PASSPHRASE: "correct horse battery" };
  const former = await launchFleetdesk({ dataDir: join(folder, "former"), env });
  await connectForSending(former.page, service);
  const campaignId = await planAll(former.page, { rate: 0.2 });
  await startConfirmed(former.page, campaignId);
  await expect.poll(() => service.ledger().length).toBe(1);
  await callCore(former.page, "campaigns.pause", { campaignId });
  await untilState(former.page, campaignId, "paused");
  await former.close();
  renameSync(join(folder, "former"), join(folder, "moved"));

  const { page } = await launchFleetdesk({ dataDir: join(folder, "moved"), env });
  await goTo(page, `/campaigns/${campaignId}`);
  await resumeButton(page).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.locator('button[type="submit"]');
  await confirm.click();
  const acknowledge = dialog.getByRole("checkbox", { name: t(($) => $.campaigns.confirm.takeOverAcknowledgement) });
  await acknowledge.waitFor();
  await dialog.getByText(join(folder, "former")).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  expect(service.ledger()).toHaveLength(1);
  await callCore(page, "campaigns.setSpeed", { campaignId });
  await acknowledge.check();
  await confirm.click();
  await dialog.waitFor({ state: "detached" });
  expectAgreement(service, await untilState(page, campaignId, "finished"));
});
