/** Audiences of several parts with the whole core: previewed, planned, sent; checked with the simulator's ledger. */
import { describe, expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

const wording = { text: "SET {{word}} {{endpoint.id}}", bindings: { word: { value: "{{endpoint.name}}" } } };

async function plan(core: Core, extra: object): Promise<string> {
  const base = { name: "parts", from: "4911", text: "CHK", watchHours: 0, audience: [{ source: { filter: "" } }] };
  return (await core.client.campaigns.plan({ ...base, ...extra })).campaignId;
}

async function run(core: Core, campaignId: string): Promise<number[]> {
  const before = core.simulator.ledger().length;
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "finished");
  return core.simulator
    .ledger()
    .slice(before)
    .map(({ endpointId }) => endpointId);
}

describe("an audience of several parts", () => {
  it("is previewed as it is planned later, with every row accounted for", async () => {
    await using core = await openCore({ simulator: { endpoints: 60 } });
    const saved = await core.client.fleet.saveAudience({ name: "north", ids: ["70010", "70011", "70012"] });
    const { id: list } = await core.client.drafts.saveList({
      name: "extra.csv",
      text: "id;n\n70020;1\n70011;2\n99999;3\n",
    });
    const audience = [
      { source: { ids: ["70001", "70002", "70003", "70004"] } },
      { source: { audience: saved.id } },
      { op: "remove" as const, source: { ids: ["70002", "70011"] } },
      { source: { list: { id: list } } },
    ];
    const preview = await core.client.planning.preview({ audience, wording });
    expect(preview).toMatchObject({ columns: ["id", "n"], by: "id", column: "id", unbound: [] });
    const answer = await core.client.campaigns.plan({
      name: "parts",
      from: "4911",
      audience,
      watchHours: 0,
      ...wording,
    });
    const { items } = await core.client.campaigns.recipients({ campaignId: answer.campaignId, limit: 1000 });
    expect(items).toHaveLength(10);
    expect(preview.included + preview.excluded).toBe(10);
    expect(preview.included).toBe(items.filter(({ outcome }) => outcome === "pending").length);
    expect(preview.exclusions.map(({ row, reason }) => [row, reason])).toEqual(
      items.filter(({ outcome }) => outcome === "excluded").map(({ row, reason }) => [row, reason]),
    );
    // An inserted value is never parsed for placeholders again.
    const texts = items.flatMap(({ text }) => (text === undefined ? [] : [text]));
    expect(texts).toContain("SET {{endpoint.name}} 70001");
    expect(preview.samples.every(({ text }) => texts.includes(text))).toBe(true);
    const sent = await run(core, answer.campaignId);
    expect(sent).not.toContain(70002);
    expect(sent).toContain(70011);
    expect(new Set(sent).size).toBe(sent.length);
  });

  it("continues with the recipients that an earlier campaign did not reach", async () => {
    await using core = await openCore({
      simulator: {
        endpoints: 60,
        faults: { seed: 1, rules: [{ kind: "refuse", rate: 0.3, on: "sms.send" }] },
      },
    });
    const first = await plan(core, { stopRule: { refusedShare: 1, consecutive: 1000 } });
    await run(core, first);
    core.setFaults();
    const { counts } = await core.client.campaigns.status({ campaignId: first });
    expect(counts.refused).toBeGreaterThan(0);
    const source = { campaign: { campaignId: first, part: "refused" as const } };
    const second = await plan(core, { name: "again", text: "AGAIN", audience: [{ source }] });
    const sent = await run(core, second);
    expect(sent).toHaveLength(counts.refused);
    const ledger = core.simulator.ledger();
    expect(new Set(ledger.map(({ endpointId }) => endpointId)).size).toBe(ledger.length);
  });

  it("follows a saved view, and reports parts that no longer exist", async () => {
    await using core = await openCore({ simulator: { endpoints: 30 } });
    const view = await core.client.views.save({ collection: "endpoint", name: "few", filter: "id:70005", sort: "" });
    const audience = [{ source: { view: view.id } }];
    expect((await core.client.planning.preview({ audience })).included).toBe(1);
    await core.client.views.remove({ id: view.id });
    await expect(core.client.planning.preview({ audience })).rejects.toMatchObject({ code: "view-unknown" });
    await expect(plan(core, { audience: [{ source: { audience: 99 } }] })).rejects.toMatchObject({
      code: "audience-unknown",
    });
  });

  it("does not follow a saved view of another connection: the same filter means other endpoints there", async () => {
    await using core = await openCore({ simulator: { endpoints: 30 } });
    const { client } = core;
    await core.connect("other");
    await client.connections.use({ connection: "practice" });
    const viewInput = {
      connection: "other",
      collection: "endpoint" as const,
      name: "few",
      filter: "id:70005",
      sort: "",
    };
    const { id: view } = await client.views.save(viewInput);
    const preview = client.planning.preview({ connection: "practice", audience: [{ source: { view } }] });
    await expect(preview).rejects.toMatchObject({ code: "view-unknown" });
  });

  it("previews without a request to the service or a write, and renders for selected endpoints", async () => {
    await using core = await openCore({ simulator: { endpoints: 30 } });
    const { id } = await core.client.drafts.saveList({ name: "pasted", text: "70001\n70002\n12345\n" });
    const before = await core.client.campaigns.list({});
    const input = { audience: [{ source: { list: { id } } }], wording: { text: "PIN {{pin}}", bindings: {} } };
    const preview = await core.client.planning.preview(input);
    expect(preview).toMatchObject({ unbound: ["pin"], unresolved: 1, samples: [] });
    expect(await core.client.campaigns.list({})).toEqual(before);
    const { items } = await core.client.planning.render({ ...input, endpoints: ["70001", "70009"] });
    expect(items).toMatchObject([
      { endpoint: "70001", missing: "pin" },
      { endpoint: "70009", missing: "pin" },
    ]);
    const bindings = { pin: { default: "0000" } };
    const withDefault = { ...input, wording: { ...input.wording, bindings }, endpoints: ["70001", "70009"] };
    expect((await core.client.planning.render(withDefault)).items).toMatchObject([
      { endpoint: "70001", text: "PIN 0000" },
      { endpoint: "70009", text: "PIN 0000" },
    ]);
    expect(await core.client.planning.variables({ text: "A {{b}} {{endpoint.name}} {{" })).toMatchObject({
      problem: { position: 27 },
    });
  });

  it.each([
    ["nothing", "", "csv-empty"],
    ["a header alone", "iccid;n\n", "csv-empty"],
    ["a quotation mark that is not closed", 'iccid\n"8988\n', "csv-malformed"],
    ["binary content", "a\u0000b", "file-not-text"],
  ])("rejects a list of %s with a message", async (_case, text, code) => {
    await using core = await openCore({ simulator: { endpoints: 10 } });
    await expect(core.client.drafts.saveList({ name: "wrong.csv", text })).rejects.toMatchObject({ code });
  });
});
