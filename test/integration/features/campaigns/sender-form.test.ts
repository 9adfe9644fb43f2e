/** A campaign over a service that accepts the sender of an SMS in one form only. */
import { expect, test } from "vitest";
import { openCore } from "../../../make/core.ts";

test.each(["text", "number"] as const)(
  "sends every message once when the service requires the sender as %s",
  async (form) => {
    await using core = await openCore({ simulator: { endpoints: 50, accept: { sourceAddress: form } } });
    const { campaignId } = await core.client.campaigns.plan({
      name: "sender",
      from: "4911",
      text: "CHK",
      concurrency: 4,
      audience: [{ source: { csv: { file: core.writeIds(40) } } }],
    });
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    const sendable = counts.planned - counts.excluded;
    expect(counts).toMatchObject({ accepted: sendable, refused: 0, unknown: 0 });
    expect(core.simulator.ledger()).toHaveLength(sendable);
    // Only messages that were in flight before the first acceptance need a second request.
    expect((await core.requests("sms.send")) - sendable).toBeLessThanOrEqual(form === "number" ? 0 : 4);
  },
);
