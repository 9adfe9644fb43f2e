/** S6, campaign: the service's clock jumps; one refresh despite concurrency, then a run that waits for a sign-in. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { resumeCampaign } from "../campaigns.ts";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import { expectAgreement, planAll, startConfirmed, statusOf, untilState } from "../support/campaign-runs.ts";

const minute = 60_000;

test(
  "after 245 minutes one refresh serves all requests; after 350 the run waits for a sign-in",
  { timeout: 200_000 },
  async () => {
    const service = await startService({ endpoints: 1_200 });
    const { page } = await launchFleetdesk();
    const { baseUrl, username, password } = service;
    const connect = { name: "Acme", baseUrl, secret: { username, password }, options: { ceiling: "none" } };
    await callCore(page, "connections.connect", connect);
    await callCore(page, "fleet.sync", { collections: ["endpoint"] });
    const campaignId = await planAll(page, { concurrency: 32, rate: 20 });
    await startConfirmed(page, campaignId);
    await expect.poll(() => service.ledger().length).toBeGreaterThan(20);

    const before = await service.signIns();
    service.advance(245 * minute);
    const sent = service.ledger().length;
    await expect.poll(() => service.ledger().length, { timeout: 30_000 }).toBeGreaterThan(sent + 60);
    expect((await service.signIns()) - before).toBe(1);
    expect(await statusOf(page, campaignId)).toMatchObject({ state: "running", counts: { refused: 0 } });

    service.advance(5 * 60 * minute);
    service.advance(60 * minute);
    const waiting = await untilState(page, campaignId, "paused");
    expect(waiting).toMatchObject({ reason: "needs-sign-in", counts: { sending: 0, refused: 0 } });
    expectAgreement(service, waiting);
    await goTo(page, `/campaigns/${campaignId}`);
    await page
      .getByRole("main")
      .getByRole("link", { name: t(($) => $.shell.session.signIn) })
      .first()
      .waitFor();
    const quiet = service.ledger().length;

    await callCore(page, "connections.connect", connect);
    expect(service.ledger()).toHaveLength(quiet);
    await callCore(page, "campaigns.setSpeed", { campaignId, rate: 0 });
    await resumeCampaign(page);
    const status = await untilState(page, campaignId, "finished");
    expect(status.counts).toMatchObject({ pending: 0, unknown: 0, refused: 0 });
    expectAgreement(service, status);
  },
);
