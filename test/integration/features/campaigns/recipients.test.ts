/** Reading recipients: filters, pages, counts, and exports. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

const rejectionFaults = { seed: 3, rules: [{ on: "sms.send", kind: "refuse" as const, rate: 0.3 }] };

async function sent(core: Core, count = 60): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "Night / reset",
    from: "4911",
    text: "CHK {{n}}",
    audience: [{ source: { csv: { file: core.writeIds(count) } } }],
    stopRule: { refusedShare: 1, consecutive: 1000 },
    watchHours: 0,
  });
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "finished");
  return campaignId;
}

describe("recipients", () => {
  it("are paged with every filter, as many as the count", async () => {
    await using core = await openCore({ simulator: { faults: rejectionFaults } });
    const campaignId = await sent(core);
    const outcomes = fc.subarray(["accepted", "refused", "excluded", "pending"] as const, { minLength: 1 });
    const { items: all } = await core.client.campaigns.recipients({ campaignId, limit: 1000 });
    await fc.assert(
      fc.asyncProperty(outcomes, fc.integer({ min: 1, max: 25 }), async (outcome, limit) => {
        const rows: number[] = [];
        let after: number | undefined;
        do {
          const more = after === undefined ? {} : { after };
          const page = await core.client.campaigns.recipients({ campaignId, outcome, limit, ...more });
          rows.push(...page.items.map(({ row }) => row));
          after = page.next;
        } while (after !== undefined);
        const expectedRows = all.filter((one) => outcome.some((other) => other === one.outcome)).map(({ row }) => row);
        expect(rows).toEqual(expectedRows);
        expect(await core.client.campaigns.countRecipients({ campaignId, outcome })).toEqual({
          total: expectedRows.length,
        });
        const skipped = await core.client.campaigns.recipients({ campaignId, outcome, limit, skip: 3 });
        expect(skipped.items.map(({ row }) => row)).toEqual(expectedRows.slice(3, 3 + limit));
        const last = await core.client.campaigns.recipients({ campaignId, outcome, limit, fromEnd: true });
        expect(last.items.map(({ row }) => row)).toEqual(expectedRows.slice(-limit));
      }),
      { numRuns: 12 },
    );
  });

  it("are found by endpoint, by text and by the endpoint's name, which is returned with them", async () => {
    await using core = await openCore();
    const campaignId = await sent(core, 30);
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70007" });
    const name = String(record["name"]);
    const searchEndpoints = async (search: string): Promise<readonly (string | undefined)[]> =>
      (await core.client.campaigns.recipients({ campaignId, search })).items.map(({ endpoint }) => endpoint);
    expect(await searchEndpoints("70007")).toEqual(["70007"]);
    expect(await searchEndpoints(name.toUpperCase())).toEqual(["70007"]);
    expect(await searchEndpoints("chk 6")).toEqual(["70007"]);
    expect(await searchEndpoints("100%")).toEqual([]);
    const { items } = await core.client.campaigns.recipients({ campaignId, search: "70007" });
    expect(items).toMatchObject([{ name, source: 0, sourceRow: 8, wave: 0 }]);
  });

  it("count as unknown if their delivery was never requested", async () => {
    await using core = await openCore({ simulator: { faults: rejectionFaults } });
    const campaignId = await sent(core);
    const { counts } = await core.client.campaigns.status({ campaignId });
    const query = { campaignId, delivery: ["unknown" as const] };
    expect(await core.client.campaigns.countRecipients(query)).toEqual({ total: counts.accepted });
    const { items } = await core.client.campaigns.recipients(query);
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(["accepted"]));
  });
});

describe("a campaign", () => {
  it("exports only the matching recipients, and evidence that verifies", async () => {
    const files = { save: "", open: "" };
    await using core = await openCore({
      simulator: { faults: rejectionFaults },
      hosts: { files: { saveAs: () => Promise.resolve(files.save), open: () => Promise.resolve(files.open) } },
    });
    const campaignId = await sent(core);
    const { counts } = await core.client.campaigns.status({ campaignId });
    files.save = core.write("refused.csv", "");
    const written = await core.client.campaigns.exportAs({ campaignId, format: "csv", outcome: ["refused"] });
    expect(written).toEqual({ outcome: "written", file: files.save, rows: counts.refused });
    const rows = parse<{ outcome: string }>(readFileSync(files.save, "utf8"), { columns: true, bom: true });
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["refused"]));

    files.save = core.write("evidence.jsonl", "");
    const { head } = await core.client.campaigns.exportAs({ campaignId, format: "evidence" });
    files.open = files.save;
    const { verdict } = await core.client.campaigns.verifyFromDialog({});
    expect(verdict).toMatchObject({ valid: true, head, about: { campaign: "Night / reset", counts } });
  });

  it("is exported as of the selection of the file, and not while it runs", async () => {
    const selection: { during: () => Promise<unknown>; file: string } = { during: () => Promise.resolve(), file: "" };
    const saveAs = async (): Promise<string> => {
      await selection.during();
      return selection.file;
    };
    await using core = await openCore({ hosts: { files: { saveAs, open: () => Promise.resolve(undefined) } } });
    const { client } = core;
    const audience = [{ source: { csv: { file: core.writeIds(20) } } }];
    const { campaignId } = await client.campaigns.plan({
      name: "moving",
      from: "4911",
      text: "CHK",
      audience,
      rate: 5,
    });
    selection.file = core.write("evidence.jsonl", "");
    selection.during = () => client.campaigns.start({ campaignId });
    await expect(client.campaigns.exportAs({ campaignId, format: "evidence" })).rejects.toMatchObject({
      code: "campaign-state",
    });
    await client.campaigns.pause({ campaignId });
    selection.during = async () => {
      await client.campaigns.start({ campaignId, rate: 1000 });
      await core.untilCampaign(campaignId, "finished");
    };
    expect(await client.campaigns.exportAs({ campaignId, format: "evidence" })).toMatchObject({ rows: 20 });
  });

  it("stores the options it was planned with", async () => {
    await using core = await openCore();
    const plan = {
      name: "again",
      from: "4911",
      text: "CHK {{n}}",
      audience: [{ op: "add" as const, source: { csv: { file: core.writeIds(3) } } }],
      stopRule: { forbidden: 5 },
      whenNotListed: "ask" as const,
      watchHours: 2,
    };
    const { campaignId } = await core.client.campaigns.plan(plan);
    await core.restart();
    expect(await core.client.campaigns.plannedWith({ campaignId })).toMatchObject({ ...plan, bindings: {} });
  });
});
