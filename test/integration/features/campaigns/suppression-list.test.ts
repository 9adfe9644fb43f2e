/** The suppression list: endpoints that must not be sent to; the service's ledger decides. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it, vi } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { holdMs } from "../../../make/service-client.ts";
import { soon } from "../../../make/soon.ts";

const commonPlan = { from: "4911", text: "CHK", watchHours: 0 };

function plan(core: Core, name = "Night"): Promise<{ campaignId: string; planned: number }> {
  const file = core.writeIds(20);
  return core.client.campaigns.plan({ ...commonPlan, name, audience: [{ source: { csv: { file } } }] });
}

function sentTo(core: Core): readonly string[] {
  return core.simulator.ledger().map(({ endpointId }) => String(endpointId));
}

async function outcomesOf(core: Core, campaignId: string): Promise<Record<string, string>> {
  const { items } = await core.client.campaigns.recipients({ campaignId, limit: 1000 });
  return Object.fromEntries(
    items.map(({ identifier, outcome, reason, code }) => [identifier, `${outcome} ${reason ?? code ?? ""}`]),
  );
}

/** The IMEI with the next software version. */
function anotherVersion(imei: string): string {
  return imei.slice(0, 14) + String((Number(imei.slice(14)) + 1) % 100).padStart(2, "0");
}

describe("the suppression list", () => {
  it("excludes at planning every endpoint that it names, by id, by name or by a number", async () => {
    await using core = await openCore();
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70003" });
    const sim = record["sim"] as { readonly iccid: string };
    const { record: other } = await core.client.fleet.get({ collection: "endpoint", id: "70004" });
    const values = ["70002", sim.iccid, String(other["name"])];
    const text = [...values, "# a comment"].join("\n");
    expect(await core.client.suppression.add({ text })).toEqual({
      added: 3,
      named: 3,
      unmatched: 0,
      firstUnmatched: [],
    });
    const { campaignId } = await plan(core);
    const outcomes = await outcomesOf(core, campaignId);
    const out = Object.entries(outcomes).filter(([, outcome]) => outcome === "excluded suppressed");
    expect(out.map(([id]) => id)).toEqual(["70002", "70003", "70004"]);
  });

  it("applies to campaigns that were planned before an entry was added, as long as the entry exists", async () => {
    await using core = await openCore();
    const before = await plan(core, "before");
    await core.client.suppression.add({ values: ["70005"], note: "in repair" });
    await core.client.suppression.remove({ values: ["70005"] });
    const after = await plan(core, "after");
    for (const { campaignId } of [before, after]) {
      await core.client.campaigns.start({ campaignId });
      await core.untilCampaign(campaignId, "finished");
    }
    expect((await outcomesOf(core, before.campaignId))["70005"]).toBe("cancelled suppressed");
    expect(sentTo(core).filter((id) => id === "70005")).toHaveLength(1);
  });

  it("matches the same after planning as at planning: a name in another case, a number in another form", async () => {
    await using core = await openCore();
    const before = await plan(core, "before");
    const recordOf = async (id: string): Promise<JsonRecord> =>
      (await core.client.fleet.get({ collection: "endpoint", id })).record;
    const iccid = String(((await recordOf("70004"))["sim"] as JsonRecord)["iccid"]);
    const values = [
      String((await recordOf("70002"))["name"]).toUpperCase(),
      String((await recordOf("70003"))["imei"]).slice(0, 14),
      iccid.length === 20 ? iccid.slice(0, 19) : iccid,
      `+${String(((await recordOf("70005"))["sim"] as JsonRecord)["msisdn"])}`,
    ];
    await core.client.suppression.add({ values });
    const after = await plan(core, "after");
    const out = async (campaignId: string): Promise<readonly string[]> =>
      Object.entries(await outcomesOf(core, campaignId)).flatMap(([id, outcome]) =>
        outcome.endsWith(" suppressed") ? [id] : [],
      );
    await core.client.campaigns.start({ campaignId: before.campaignId });
    await core.untilCampaign(before.campaignId, "finished");
    expect(await out(after.campaignId)).toEqual(["70002", "70003", "70004", "70005"]);
    expect(await out(before.campaignId)).toEqual(await out(after.campaignId));
  });

  it("also matches, by any identifier, endpoints that only the service had when the campaign was planned", async () => {
    await using core = await openCore();
    const { client } = core;
    await core.connect("fresh");
    const file = core.writeIds(6);
    const audience = [{ source: { csv: { file } } }];
    const { campaignId } = await client.campaigns.plan({ ...commonPlan, name: "Live", connection: "fresh", audience });
    const { record } = await client.fleet.get({ connection: "practice", collection: "endpoint", id: "70002" });
    const { record: other } = await client.fleet.get({ connection: "practice", collection: "endpoint", id: "70003" });
    const { record: updated } = await client.fleet.get({ connection: "practice", collection: "endpoint", id: "70004" });
    const values = [
      String(record["name"]).toUpperCase(),
      String(other["imei"]).slice(0, 14),
      anotherVersion(String(updated["imei"])),
    ];
    await client.suppression.add({ connection: "fresh", values });
    await client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect(await outcomesOf(core, campaignId)).toMatchObject({
      "70002": "cancelled suppressed",
      "70003": "cancelled suppressed",
      "70004": "cancelled suppressed",
    });
    expect(sentTo(core)).toEqual(["70001", "70005", "70006"]);
  });

  it("applies to a connection that gets another address", async () => {
    await using core = await openCore();
    await core.client.suppression.add({ values: ["70002"], note: "in repair" });
    const { baseUrl, applicationToken } = core.simulator;
    await core.client.connections.connect({
      name: "practice",
      baseUrl: baseUrl.replace("127.0.0.1", "localhost"),
      secret: { applicationToken },
    });
    await core.sync("endpoint");
    const { campaignId } = await plan(core);
    expect((await outcomesOf(core, campaignId))["70002"]).toBe("excluded suppressed");
  });

  it("applies to a running campaign: pending recipients are not sent to", async () => {
    await using core = await openCore();
    const { campaignId } = await plan(core);
    await core.client.campaigns.start({ campaignId, rate: 1, concurrency: 1 });
    await core.client.suppression.add({ values: ["70020", "70019"] });
    await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    await core.untilCampaign(campaignId, "finished");
    expect(sentTo(core)).not.toContain("70019");
    expect(sentTo(core)).not.toContain("70020");
    expect(sentTo(core)).toContain("70018");
  });

  it("applies to recipients that wait for the requests before theirs", async () => {
    const slow = { kind: "slow" as const, rate: 1, delayMs: holdMs, on: "sms.send" };
    await using core = await openCore({ faults: [slow] });
    const { campaignId } = await plan(core);
    await core.client.campaigns.start({ campaignId, concurrency: 1 });
    await vi.waitUntil(() => sentTo(core).length === 1, soon);
    await core.client.suppression.add({ values: ["70002"] });
    core.setFaults();
    core.simulator.advance(holdMs);
    await core.untilCampaign(campaignId, "finished");
    expect(sentTo(core)).not.toContain("70002");
  });

  it("applies to a running campaign when a sync matches an entry to another endpoint", async () => {
    await using core = await openCore();
    await core.client.suppression.add({ values: ["Soon called so"] });
    const { campaignId } = await plan(core);
    await core.client.campaigns.start({ campaignId, rate: 1, concurrency: 1 });
    await core.mutate({ change: [{ id: 70_020, set: { name: "Soon called so" } }] });
    await core.sync("endpoint");
    const suppressed = (): unknown =>
      core.inDatabase((db) =>
        db.prepare("SELECT endpoint FROM suppression WHERE campaign = ?").all(Number(campaignId)),
      );
    await expect.poll(suppressed).toEqual([{ endpoint: "70020" }]);
    await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    await core.untilCampaign(campaignId, "finished");
    expect(sentTo(core)).not.toContain("70020");
    expect(sentTo(core)).toContain("70019");
  });

  it("reports the endpoints of its values in the cache, stores notes, and rejects a rounded number", async () => {
    await using core = await openCore();
    await core.client.suppression.add({ values: ["70002"], note: "first" });
    expect(await core.client.suppression.add({ values: ["70002", "nobody-is-called-so"], note: "second" })).toEqual({
      added: 1,
      named: 1,
      unmatched: 1,
      firstUnmatched: ["nobody-is-called-so"],
    });
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70002" });
    const { entries } = await core.client.suppression.list({});
    expect(entries.find(({ value }) => value === "70002")).toMatchObject({
      note: "first",
      endpoint: "70002",
      name: record["name"],
    });
    expect(entries.find(({ value }) => value === "nobody-is-called-so")?.endpoint).toBeUndefined();
    await expect(core.client.suppression.add({ values: ["8,94902E+18"] })).rejects.toMatchObject({
      code: "suppression-damaged",
    });
  });

  it("allows a single SMS to one endpoint only with an explicit confirmation", async () => {
    await using core = await openCore();
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70002" });
    await core.client.suppression.add({ values: [String(record["name"])], note: "in repair" });
    const message = { endpoint: "70002", from: "4911", text: "CHK" };
    await expect(core.client.sms.send(message)).rejects.toMatchObject({
      code: "confirmation-needed",
      text: codedText("endpoint-suppressed", { endpoint: "70002", entries: `${String(record["name"])}: in repair` }),
      details: { field: "evenIfSuppressed", entries: [{ value: record["name"], note: "in repair" }] },
    });
    expect(sentTo(core)).toEqual([]);
    expect((await core.client.sms.thread({ endpoint: "70002" })).items).toEqual([]);
    await core.client.sms.send({ ...message, evenIfSuppressed: true });
    await core.client.sms.send({ ...message, endpoint: "70003" });
    expect(sentTo(core)).toEqual(["70002", "70003"]);
  });

  it("belongs to one connection and is removed with it", async () => {
    await using core = await openCore();
    await core.client.suppression.add({ values: ["70002"] });
    await core.connect("second");
    expect((await core.client.suppression.list({ connection: "second" })).entries).toEqual([]);
    await core.client.connections.delete({ connection: "practice" });
    await core.connect("practice");
    expect((await core.client.suppression.list({ connection: "practice" })).entries).toEqual([]);
  });
});
