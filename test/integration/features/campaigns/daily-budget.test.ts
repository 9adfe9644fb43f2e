/** A budget of SMS per connection and day, on a fake clock; the simulator's ledger decides what was sent. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { type AutoAdvancingClock, createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { localZone } from "#shared/zone-time.ts";
import { openCore, type Core } from "../../../make/core.ts";

/** Noon in this computer's time zone: the budget counts days of that zone. */
const noon = new Date(2031, 2, 3, 12).getTime();
const day = 24 * 3_600_000;

function openWith(dailyBudget: number | "none"): Promise<Core<AutoAdvancingClock>> {
  return openCore({
    clock: createAutoAdvancingClock(noon),
    simulator: { endpoints: 40 },
    connection: { dailyBudget },
  });
}

async function plan(core: Core<AutoAdvancingClock>, name: string): Promise<string> {
  const audience = [{ source: { csv: { file: core.writeIds(15) } } }];
  return (await core.client.campaigns.plan({ name, from: "4911", text: name, audience, watchHours: 0 })).campaignId;
}

async function setBudget(core: Core<AutoAdvancingClock>, dailyBudget: number): Promise<void> {
  await core.client.connections.setOptions({ connection: "practice", options: { dailyBudget } });
}

describe("a daily budget", () => {
  it("pauses a campaign once it is used up, until the next day or until it is raised", async () => {
    await using core = await openWith(5);
    const campaignId = await plan(core, "ONE");
    await core.client.campaigns.start({ campaignId });
    const paused = await core.untilCampaign(campaignId, "paused", "budget");
    expect(paused.message).toEqual(codedText("budget-spent", { budget: 5, zone: localZone() }));
    expect(core.simulator.ledger()).toHaveLength(5);

    await core.restart();
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "paused", "budget");
    expect(core.simulator.ledger()).toHaveLength(5);

    await setBudget(core, 7);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "paused", "budget");
    expect(core.simulator.ledger()).toHaveLength(7);

    await core.clock.pass(day);
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("paused");
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts).toMatchObject({ pending: 0, unknown: 0 });
  });

  it("is shared by all campaigns and single SMS of a connection", async () => {
    await using core = await openWith(6);
    const single = { endpoint: "70030", from: "4911", text: "PING" };
    expect(await core.client.sms.send(single)).toMatchObject({ outcome: "accepted" });
    const campaigns = await Promise.all([plan(core, "ONE"), plan(core, "TWO")]);
    for (const campaignId of campaigns) await core.client.campaigns.start({ campaignId });
    for (const campaignId of campaigns) await core.untilCampaign(campaignId, "paused", "budget");
    expect(core.simulator.ledger()).toHaveLength(6);
    await expect(core.client.sms.send(single)).rejects.toMatchObject({
      code: "budget-spent",
      text: codedText("budget-spent", { budget: 6, zone: localZone() }),
    });
    expect(core.simulator.ledger()).toHaveLength(6);
    await core.clock.pass(day);
    expect(await core.client.sms.send(single)).toMatchObject({ outcome: "accepted" });
  });

  it("counts messages that may have been sent, not those that were proven not accepted", async () => {
    await using core = await openWith("none");
    core.setFaults({ kind: "throttle", rate: 1, on: "sms.send", attempts: 1 });
    const campaignId = await plan(core, "ONE");
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.clock.fastForward(() => core.untilCampaign(campaignId, "finished"));
    await setBudget(core, counts.accepted + 1);
    expect(await core.client.sms.send({ endpoint: "70030", from: "4911", text: "PING" })).toMatchObject({
      outcome: "accepted",
    });
    await expect(core.client.sms.send({ endpoint: "70031", from: "4911", text: "PING" })).rejects.toMatchObject({
      code: "budget-spent",
    });
    expect(core.simulator.ledger()).toHaveLength(counts.accepted + 1);
  });
});
