/** The program is killed during a campaign, restarted, shows unknown outcomes, and resolves them. */
import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { resumeCampaign } from "../campaigns.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FaultRule } from "../../../main/simulator/faults.ts";
import { diskDirectory } from "../../make/scratch-folder.ts";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import {
  connectForSending,
  expectAgreement,
  planAll,
  startConfirmed,
  statusOf,
  untilState,
} from "../support/campaign-runs.ts";

const kills = 3;
const rules: readonly FaultRule[] = [
  { kind: "slow", rate: 0.3, delayMs: 400, on: "sms.send" },
  { kind: "reset-after", rate: 0.02, on: "sms.send" },
];

test("kills and restarts lose no recipient and send to none twice", { timeout: 300_000 }, async () => {
  // Lookups fail during the crashes, so that unknown outcomes are still visible.
  const service = await startService({
    endpoints: 900,
    faults: { seed: 5, rules: [...rules, { kind: "refuse", rate: 1, on: "sms.list" }] },
  });
  const folder = mkdtempSync(join(diskDirectory(), "fleetdesk-dies-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // The application token is in a file, since a restart needs it.
  const options = {
    dataDir: join(folder, "data"),
    env: { FLEETDESK_KEYCHAIN: "file", FLEETDESK_PASSPHRASE: "correct horse battery" },
  };
  let fleetdesk = await launchFleetdesk(options);
  await connectForSending(fleetdesk.page, service);
  const campaignId = await planAll(fleetdesk.page, { concurrency: 24, rate: 60 });

  let seenUnknown = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = service.ledger().length;
    await startConfirmed(fleetdesk.page, campaignId);
    await expect.poll(() => service.ledger().length, { timeout: 60_000 }).toBeGreaterThan(before + 40);
    await fleetdesk.desktop.kill();

    fleetdesk = await launchFleetdesk(options);
    await goTo(fleetdesk.page, `/campaigns/${campaignId}`);
    const left = await statusOf(fleetdesk.page, campaignId);
    expect(left).toMatchObject({ state: "paused", reason: "interrupted", counts: { sending: 0 } });
    expectAgreement(service, left);
    seenUnknown += left.counts.unknown;
    // The screen shows the number of unknown outcomes as text.
    if (left.counts.unknown > 0) {
      const { page } = fleetdesk;
      await page
        .getByRole("main")
        .getByText(t(($) => $.common.outcomeUnknown))
        .first()
        .waitFor();
    }
  }
  expect(seenUnknown).toBeGreaterThan(0);
  service.setFaults({ seed: 5, rules });

  await callCore(fleetdesk.page, "campaigns.setSpeed", { campaignId, rate: 0 });
  await resumeCampaign(fleetdesk.page);
  const status = await untilState(fleetdesk.page, campaignId, "finished", 120_000);
  expect(status.counts).toMatchObject({ pending: 0, sending: 0, unknown: 0, refused: 0 });
  expectAgreement(service, status);
  expect(service.ledger()).toHaveLength(status.counts.accepted);
});
