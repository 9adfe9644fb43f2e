/** Ten thousand devices over a service that throttles, rejects, loses responses and cuts connections; its own ledger decides. */
import { expect, test } from "vitest";
import { campaignStateLabels } from "../../../renderer/lib/outcome-labels.ts";
import { startCampaign } from "../campaigns.ts";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { goTo } from "../look-up.ts";
import { connectForSending, expectAgreement, planAll, statusOf, untilState } from "../support/campaign-runs.ts";
import { requestLog } from "../support/big-fleet.ts";

const faults = {
  seed: 11,
  rules: [
    { kind: "throttle" as const, rate: 0.0006, retryAfter: true, on: "sms.send", attempts: 1 },
    { kind: "throttle" as const, rate: 0.0006, on: "sms.send", attempts: 1 },
    { kind: "refuse" as const, rate: 0.01, on: "sms.send" },
    { kind: "reset-after" as const, rate: 0.01, on: "sms.send" },
    { kind: "reset-before" as const, rate: 0.01, on: "sms.send", attempts: 1 },
    { kind: "truncate" as const, rate: 0.005, on: "sms.send" },
    { kind: "error-after" as const, rate: 0.005, on: "sms.send" },
    { kind: "error-before" as const, rate: 0.005, on: "sms.send", attempts: 1 },
  ],
};

test("every one of ten thousand recipients ends with a correct outcome", { timeout: 300_000 }, async () => {
  const service = await startService({ endpoints: 10_000, faults });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  const campaignId = await planAll(page, { concurrency: 64 });
  await goTo(page, `/campaigns/${campaignId}`);
  await page.getByRole("heading", { name: "Night reset", level: 1 }).waitFor();
  await startCampaign(page, (await statusOf(page, campaignId)).counts.pending);

  const status = await untilState(page, campaignId, "finished", 240_000);
  expectAgreement(service, status);
  expect(service.ledger()).toHaveLength(status.counts.accepted);
  expect(status.counts).toMatchObject({ pending: 0, sending: 0, unknown: 0, cancelled: 0 });
  // The faults did occur: otherwise the test proves nothing.
  const { statuses } = await requestLog(service);
  expect(statuses["429"] ?? 0).toBeGreaterThan(4);
  expect(statuses["reset"] ?? 0).toBeGreaterThan(50);
  expect(status.counts.refused).toBeGreaterThan(50);

  // The page agrees with the ledger.
  const figures = page.getByRole("main");
  await figures.getByText(status.counts.accepted.toLocaleString("en"), { exact: false }).first().waitFor();
  await figures.getByText(campaignStateLabels.finished.text).first().waitFor();
  expect(await statusOf(page, campaignId)).toMatchObject({ counts: status.counts });
});
