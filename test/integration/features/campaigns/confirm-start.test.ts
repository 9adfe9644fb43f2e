/** Above 100 recipients a campaign starts, or is scheduled, only with its number of recipients confirmed. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

interface PlanExtra {
  readonly text?: string;
  readonly audience?: { source: { ids: string[] } }[];
  readonly schedule?: { readonly at: number; readonly zone: string };
}

/** Every 50th endpoint of the simulator is disabled, and excluded. */
async function plan(core: Core, count: number, extra: PlanExtra = {}): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "confirmed",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(count) } } }],
    ...extra,
  });
  return campaignId;
}

const needs = (count: number, segments = count): object => ({
  code: "confirmation-needed",
  details: { field: "confirm", count, segments },
});

describe("the start of a large campaign", () => {
  it("fails with the number of recipients and segments, and sends and changes nothing", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 103, { text: "x".repeat(161) });
    await expect(core.client.campaigns.start({ campaignId, rate: 3 })).rejects.toMatchObject(needs(101, 202));
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "planned" });
    expect((await core.client.campaigns.status({ campaignId })).setRate).toBeUndefined();
    expect(core.simulator.ledger()).toEqual([]);
  });

  it("fails the same way with a wrong number, also for a small campaign and for a running one", async () => {
    await using core = await openCore();
    const large = await plan(core, 122);
    await expect(core.client.campaigns.start({ campaignId: large, confirm: 12 })).rejects.toMatchObject(needs(120));
    const small = await plan(core, 20);
    await expect(core.client.campaigns.start({ campaignId: small, confirm: 21 })).rejects.toMatchObject(needs(19));
    expect(core.simulator.ledger()).toEqual([]);
    await core.client.campaigns.start({ campaignId: small, rate: 1 });
    const wrong = core.client.campaigns.start({ campaignId: small, rate: 50, confirm: 21 });
    await expect(wrong).rejects.toMatchObject(needs(19));
    expect((await core.client.campaigns.status({ campaignId: small })).setRate).toBe(1);
  });

  it("counts all recipients that are not excluded, including completed ones, and runs again with or without the number", async () => {
    await using core = await openCore();
    const ids = Array.from({ length: 112 }, (_, index) => String(70_001 + index));
    const campaignId = await plan(core, 0, { audience: [{ source: { ids: [...ids, "70001", "1"] } }] });
    await core.client.campaigns.start({ campaignId, rate: 20, confirm: 110 });
    await core.client.campaigns.pause({ campaignId });
    await core.restart();
    await core.client.campaigns.start({ campaignId, rate: 20 });
    await core.client.campaigns.pause({ campaignId });
    await core.client.campaigns.start({ campaignId, rate: 1_000, confirm: 110 });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts).toMatchObject({ planned: 114, excluded: 4, accepted: 110 });
  });

  it("is confirmed on scheduling: the start needs no other confirmation, in another program as well", async () => {
    const noon = Date.UTC(2031, 2, 3, 12);
    await using core = await openCore({ clock: createAutoAdvancingClock(noon), keepAlive: true });
    const campaignId = await plan(core, 103, { schedule: { at: noon + 3_600_000, zone: "UTC" } });
    await expect(core.client.campaigns.start({ campaignId })).rejects.toMatchObject(needs(101));
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("planned");
    await core.client.campaigns.start({ campaignId, confirm: 101 });
    await core.restart({ keepAlive: true });
    const { counts } = await core.clock.fastForward(() => core.untilCampaign(campaignId, "finished"));
    expect(counts.accepted).toBe(101);
  });

  it("does not start automatically if it was scheduled without a confirmation", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 103);
    core.inDatabase((database) => database.exec("UPDATE campaign SET state = 'scheduled'"));
    await core.restart({ keepAlive: true });
    const paused = await core.untilCampaign(campaignId, "paused");
    expect(JSON.stringify(paused.message)).toContain(JSON.stringify(codedText("recipients", { count: 101 })));
    expect(core.simulator.ledger()).toEqual([]);
  });
});
