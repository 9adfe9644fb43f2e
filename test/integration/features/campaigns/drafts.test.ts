/** Campaign drafts: saved, reopened, frozen, and removed once they were started. */
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { describe, expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";
import { holdMs } from "../../../make/service-client.ts";

function bodyFor(core: Core, count = 5): DraftBody {
  const audience: DraftBody["audience"] = [{ op: "add", source: { csv: { file: core.writeIds(count) } } }];
  return { name: "Night", from: "4911", text: "CHK {{n}}", audience };
}

describe("a draft", () => {
  it("is saved as far as it is written, over a restart, and listed newest first", async () => {
    await using core = await openCore();
    const first = await core.client.drafts.save({ step: "audience", body: { audience: [] } });
    const second = await core.client.drafts.save({
      step: "text",
      body: { text: "CHK {{n", invalidInput: { rate: "1," } },
    });
    await core.client.drafts.save({ id: first.id, step: "audience", body: { name: "Night" } });
    await core.restart();
    const { drafts } = await core.client.drafts.list({});
    expect(drafts.map(({ id, step, body }) => [id, step, body])).toEqual([
      [first.id, "audience", { name: "Night" }],
      [second.id, "text", { text: "CHK {{n", invalidInput: { rate: "1," } }],
    ]);
    expect(drafts[0]?.connection).toBe("practice");
  });

  it("is proposed with the safety of the last campaign of its connection, and the default sender, else the last one", async () => {
    await using core = await openCore();
    expect(await core.client.drafts.propose({})).toEqual({});
    await core.client.connections.setOptions({ connection: "practice", options: { defaultSender: "4933" } });
    expect(await core.client.drafts.propose({})).toEqual({ from: "4933" });
    await core.client.connections.setOptions({ connection: "practice", options: { defaultSender: "none" } });
    const gate = { on: "expected-reply" as const, share: 0.5, withinMinutes: 5 };
    const quiet = { fromMinute: 1200, untilMinute: 420 };
    await core.client.campaigns.plan({
      name: "Last",
      from: "4922",
      text: "CHK",
      expect: { pattern: "OK", withinMinutes: 5 },
      audience: [{ op: "add", source: { csv: { file: core.writeIds(3) } } }],
      rate: 2,
      concurrency: 3,
      watchHours: 5,
      stopRule: { consecutive: 4 },
      rollout: { canary: { size: { count: 1 }, gate } },
      schedule: { zone: "Europe/Berlin", at: Date.UTC(2100, 0, 1), quiet },
    });
    expect(await core.client.drafts.propose({})).toEqual({
      from: "4922",
      rate: 2,
      concurrency: 3,
      watchHours: 5,
      stopRule: { refusedShare: 0.2, minimumAttempts: 20, consecutive: 4, forbidden: 2, outageLimitMinutes: 720 },
      whenNotListed: "send",
      schedule: { zone: "Europe/Berlin", missed: { rule: "run", lateMinutes: 15 }, quiet },
    });
    await core.client.connections.setOptions({ connection: "practice", options: { defaultSender: "4933" } });
    expect(await core.client.drafts.propose({})).toMatchObject({ from: "4933", rate: 2 });
  });

  it("is proposed with the sender that was last used, also by a single SMS", async () => {
    await using core = await openCore();
    const endpoint = "70001";
    await core.client.sms.send({ endpoint, from: "4911", text: "x" });
    expect(await core.client.drafts.propose({})).toEqual({ from: "4911" });
    const audience = [{ op: "add" as const, source: { csv: { file: core.writeIds(3) } } }];
    await core.client.campaigns.plan({ name: "Last", from: "4922", text: "CHK", audience, watchHours: 5 });
    expect((await core.client.sms.senders({})).senders).toEqual(["4922", "4911"]);
    expect(await core.client.drafts.propose({})).toMatchObject({ from: "4922" });
    await core.client.sms.send({ endpoint, from: "4911", text: "y" });
    expect(await core.client.drafts.propose({})).toMatchObject({ from: "4911", watchHours: 5 });
  });

  it("is saved, and frozen, without a network", async () => {
    await using core = await openCore();
    await core.simulator.close();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId, planned } = await core.client.drafts.freeze({ id });
    expect(planned).toBe(5);
    expect((await core.client.drafts.get({ id })).campaignId).toBe(campaignId);
  });

  it.each([
    ["name", { name: " " }],
    ["from", { from: "" }],
    ["text", { text: "" }],
    ["audience", { audience: [] }],
    ["rate", { invalidInput: { rate: "ten" } }],
  ] as const)("without a valid %s is not frozen, and reports the field", async (field, change) => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({
      step: "review",
      body: { ...bodyFor(core), ...(change as DraftBody) },
    });
    await expect(core.client.drafts.freeze({ id })).rejects.toMatchObject({
      code: "draft-incomplete",
      details: { field },
    });
    expect((await core.client.campaigns.list({})).campaigns).toEqual([]);
  });

  it("that is frozen again replaces its previous campaign", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const before = await core.client.drafts.freeze({ id });
    await core.client.drafts.save({ id, step: "review", body: bodyFor(core, 7) });
    const after = await core.client.drafts.freeze({ id });
    expect(after.planned).toBe(7);
    const { campaigns } = await core.client.campaigns.list({});
    expect(campaigns.map(({ campaignId }) => campaignId)).toEqual([after.campaignId]);
    expect(before.campaignId).not.toBe(after.campaignId);
  });

  it("that is frozen again keeps the recipients excluded whose endpoints changed", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId } = await core.client.drafts.freeze({ id });
    await core.mutate({ change: [{ id: 70_002, set: { name: "Renamed" } }] });
    await core.sync("endpoint");
    expect(await core.client.planning.dropDrifted({ campaignId, kinds: ["renamed"] })).toEqual({ cancelled: 1 });
    await core.client.drafts.save({ id, step: "review", body: bodyFor(core, 7) });
    for (const _again of [1, 2]) {
      const frozen = await core.client.drafts.freeze({ id });
      const { counts } = await core.client.campaigns.status(frozen);
      expect([counts.planned, counts.pending, counts.cancelled]).toEqual([7, 6, 1]);
      const { items } = await core.client.campaigns.recipients({ ...frozen, outcome: ["cancelled"] });
      expect(items.map(({ endpoint, code }) => [endpoint, code])).toEqual([["70002", "drift"]]);
    }
  });

  it("that could not be frozen keeps its previous campaign", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId } = await core.client.drafts.freeze({ id });
    await core.client.drafts.save({ id, step: "review", body: { ...bodyFor(core), text: "{{nothing-of-the-kind}}" } });
    await expect(core.client.drafts.freeze({ id })).rejects.toMatchObject({ code: "variable-unknown" });
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("planned");
    expect((await core.client.drafts.get({ id })).campaignId).toBe(campaignId);
  });

  it("is removed once its campaign was started, and that campaign remains", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId } = await core.client.drafts.freeze({ id });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect((await core.client.drafts.list({})).drafts).toEqual([]);
    await expect(core.client.drafts.freeze({ id })).rejects.toMatchObject({ code: "draft-unknown" });
    expect((await core.client.campaigns.list({})).campaigns).toHaveLength(1);
  });

  it("ignores a campaign that was removed in between", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId } = await core.client.drafts.freeze({ id });
    await core.client.campaigns.remove({ campaignId });
    expect((await core.client.drafts.get({ id })).campaignId).toBeUndefined();
  });

  it("that was discarded is restored with its campaign, which it replaces when it is frozen again", async () => {
    await using core = await openCore();
    const { drafts, campaigns } = core.client;
    const { id } = await drafts.save({ step: "review", body: bodyFor(core) });
    await drafts.freeze({ id });
    const { createdAt: _created, updatedAt: _updated, ...draft } = await drafts.get({ id });
    await drafts.remove({ id });
    expect(await drafts.restore(draft)).toMatchObject(draft);
    // A second click changes nothing.
    await drafts.save({ id, step: "text", body: bodyFor(core, 7) });
    expect(await drafts.restore(draft)).toMatchObject({ id, step: "text", campaignId: draft.campaignId });
    const { campaignId } = await drafts.freeze({ id });
    expect((await campaigns.list({})).campaigns.map((one) => one.campaignId)).toEqual([campaignId]);
    await expect(drafts.restore({ ...draft, id: id + 1 })).rejects.toMatchObject({ code: "draft-unknown" });
  });

  it("that was discarded is not restored once its campaign was started", async () => {
    await using core = await openCore();
    const { drafts, campaigns } = core.client;
    const { id } = await drafts.save({ step: "review", body: bodyFor(core) });
    const { campaignId } = await drafts.freeze({ id });
    const { createdAt: _created, updatedAt: _updated, ...draft } = await drafts.get({ id });
    await drafts.remove({ id });
    await campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    await expect(drafts.restore(draft)).rejects.toMatchObject({ code: "campaign-state" });
    expect((await drafts.list({})).drafts).toEqual([]);
    expect((await campaigns.list({})).campaigns).toHaveLength(1);
    expect(core.simulator.ledger()).toHaveLength(5);
  });

  it("that is discarded while it is frozen leaves no campaign", async () => {
    await using core = await openCore({ sync: [] });
    core.setFaults({ kind: "slow", rate: 1, delayMs: holdMs, on: "endpoint.list" });
    const before = await core.requests("endpoint.list");
    const { drafts, campaigns } = core.client;
    const { id } = await drafts.save({ step: "review", body: bodyFor(core) });
    const freezing = drafts.freeze({ id }).catch((error: unknown) => error);
    // It looks up the identifiers, which are not cached.
    await expect.poll(() => core.requests("endpoint.list")).toBeGreaterThan(before);
    await drafts.remove({ id });
    core.setFaults();
    core.simulator.advance(holdMs);
    expect(await freezing).toMatchObject({ code: "draft-unknown" });
    expect((await campaigns.list({})).campaigns).toEqual([]);
  });

  it("of an older format is read as far as possible, and hides no other draft", async () => {
    await using core = await openCore();
    const { id } = await core.client.drafts.save({ step: "text", body: { name: "Night" } });
    const stored = JSON.stringify({ name: "Night", rate: { perSecond: 4 }, audience: "everybody", of: "old" });
    await core.client.drafts.save({ step: "text", body: { name: "Other" } });
    core.inDatabase((db) => {
      db.prepare("UPDATE campaign_draft SET body = ?, step = 'colours' WHERE id = ?").run(stored, id);
      db.exec(
        "INSERT INTO campaign_draft (connection, step, body, created_at, updated_at) VALUES (1, 'text', '{', 0, 0)",
      );
    });
    const { drafts } = await core.client.drafts.list({});
    expect(drafts).toHaveLength(3);
    expect(drafts.find((draft) => draft.id === id)).toMatchObject({ step: "audience", body: { name: "Night" } });
  });

  it("is removed with its connection", async () => {
    await using core = await openCore();
    await core.client.drafts.save({ step: "text", body: { name: "Night" } });
    await core.client.connections.delete({ connection: "practice" });
    expect((await core.client.drafts.list({})).drafts).toEqual([]);
  });
});

describe("lists", () => {
  it("are removed with a delay, when no draft and no unfinished campaign refers to them", async () => {
    await using core = await openCore();
    const named = { audience: [{ op: "add" as const, source: { list: { id: 1 } } }] };
    const { id } = await core.client.drafts.save({ step: "text", body: named });
    const storedListIds = (): number[] =>
      core.inDatabase((db) =>
        db
          .prepare("SELECT id FROM recipient_list ORDER BY id")
          .all()
          .map((row) => Number(row["id"])),
      );
    core.inDatabase((db) => {
      const insert = "INSERT INTO recipient_list (id, name, text, about, created_at) VALUES (?, 'list', '', '{}', ?)";
      for (const [list, at] of [
        [1, 0],
        [2, 0],
        [3, Date.UTC(2100, 0, 1)],
      ] as const)
        db.prepare(insert).run(list, at);
    });
    await core.client.drafts.list({});
    expect(storedListIds()).toEqual([1, 3]);
    // Its list outlasts the removal of the draft by the same delay, so that the draft can be restored.
    const { step, body } = await core.client.drafts.get({ id });
    await core.client.drafts.remove({ id });
    expect(storedListIds()).toEqual([1, 3]);
    const restored = await core.client.drafts.save({ step, body });
    core.inDatabase((db) => db.exec("UPDATE recipient_list SET created_at = 0 WHERE id = 1"));
    await core.client.drafts.list({});
    expect(storedListIds()).toEqual([1, 3]);
    await core.client.drafts.remove({ id: restored.id });
    core.inDatabase((db) => db.exec("UPDATE recipient_list SET created_at = 0 WHERE id = 1"));
    await core.client.drafts.list({});
    expect(storedListIds()).toEqual([3]);
  });
});
