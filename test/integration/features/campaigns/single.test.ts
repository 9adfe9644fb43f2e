/** One SMS, with the guarantees of a campaign. */
import { describe, expect, it } from "vitest";
import type { FaultRule } from "../../../../main/simulator/faults.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { holdMs } from "../../../make/service-client.ts";

const message = { endpoint: "70001", from: "4911", text: "PING" };

function openWith(...rules: FaultRule[]): Promise<Core> {
  return openCore({
    simulator: { endpoints: 20 },
    faults: rules,
    connection: { reconcileAfterMs: 100 },
  });
}

describe("a single SMS", () => {
  it("is accepted with its id and its segments", async () => {
    await using core = await openWith();
    const sent = await core.client.sms.send({ ...message, text: "x".repeat(161) });
    const [entry] = core.simulator.ledger();
    expect(sent).toEqual({ outcome: "accepted", smsId: String(entry?.smsId), segments: 2, segmentsExact: true });
  });

  it("accepts a sender number with separators and sends its digits, as a campaign does", async () => {
    await using core = await openWith();
    const from = "+49 157 000 1122";
    expect(await core.client.sms.send({ ...message, from })).toMatchObject({ outcome: "accepted" });
    const audience = [{ source: { ids: ["70002"] } }];
    const { campaignId } = await core.client.campaigns.plan({ name: "written", from, text: "PING", audience });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect(core.simulator.ledger().map(({ sourceAddress }) => sourceAddress)).toEqual(["491570001122", "491570001122"]);
  });

  it("of more than 10 segments is sent only with their number confirmed, one of more than 255 never", async () => {
    await using core = await openWith();
    const long = { ...message, text: "x".repeat(1_531) };
    const needed = { code: "confirmation-needed", details: { field: "confirm", count: 11 } };
    await expect(core.client.sms.send(long)).rejects.toMatchObject(needed);
    await expect(core.client.sms.send({ ...long, confirm: 10 })).rejects.toMatchObject(needed);
    const endless = { ...message, text: "x".repeat(39_016), confirm: 256 };
    await expect(core.client.sms.send(endless)).rejects.toMatchObject({ code: "text-too-long" });
    expect(core.simulator.ledger()).toEqual([]);
    expect(await core.client.sms.send({ ...long, confirm: 11 })).toMatchObject({ outcome: "accepted", segments: 11 });
    expect(await core.client.sms.send({ ...message, text: "x".repeat(1_530) })).toMatchObject({ segments: 10 });
    expect(core.simulator.ledger()).toHaveLength(2);
  });

  it("is rejected with the service's message", async () => {
    await using core = await openWith({ kind: "refuse", rate: 1, on: "sms.send" });
    expect(await core.client.sms.send(message)).toMatchObject({
      outcome: "refused",
      message: { code: "service-refused-reason" },
    });
  });

  it("with a lost response is found in the endpoint's list, and sent once", async () => {
    await using core = await openWith({ kind: "reset-after", rate: 1, on: "sms.send" });
    const [sent, entries] = [await core.client.sms.send(message), core.simulator.ledger()];
    expect(sent).toMatchObject({
      outcome: "accepted",
      smsId: String(entries[0]?.smsId),
      code: "matched-by-text",
    });
    expect(entries.length).toBe(1);
  });

  it("with a lost response that is not in the list is proven not sent, and is not sent again automatically", async () => {
    await using core = await openWith({ kind: "reset-before", rate: 1, on: "sms.send" });
    await expect(core.client.sms.send(message)).rejects.toMatchObject({ code: "proven-not-sent" });
    expect(core.simulator.ledger()).toEqual([]);
  });

  it("stays unknown when the list cannot be read", async () => {
    await using core = await openWith(
      { kind: "reset-after", rate: 1, on: "sms.send" },
      { kind: "refuse", rate: 1, status: 404, on: "sms.list" },
    );
    expect(await core.client.sms.send(message)).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when its response cannot be stored, and is looked up on request", async () => {
    await using core = await openWith();
    const failing = "CREATE TRIGGER failing BEFORE UPDATE ON recipient WHEN OLD.outcome = 2";
    core.inDatabase((db) => db.exec(`${failing} BEGIN SELECT RAISE(ABORT, 'disk full'); END`));
    expect(await core.client.sms.send(message)).toMatchObject({ outcome: "unknown", code: "not-recorded" });
    expect(core.simulator.ledger()).toHaveLength(1);
    core.inDatabase((db) => db.exec("DROP TRIGGER failing"));
    const { endpoint } = message;
    expect(await core.client.sms.reconcile({ endpoint })).toEqual({ accepted: 1, notSent: 0, unknown: 0 });
  });

  it("is unknown when the database cannot be read after it was sent", async () => {
    await using core = await openWith({ kind: "slow", rate: 1, delayMs: holdMs, on: "sms.send" });
    const sending = core.client.sms.send(message);
    await expect.poll(() => core.requests("sms.send")).toBe(1);
    core.inDatabase((db) => db.exec("ALTER TABLE recipient RENAME TO unreadable"));
    core.simulator.advance(holdMs);
    expect(await sending).toMatchObject({ outcome: "unknown", code: "not-recorded" });
  });

  it("fails immediately without a connection, and is not sent later", async () => {
    await using core = await openWith();
    await core.closeService();
    await expect(core.client.sms.send(message)).rejects.toMatchObject({
      code: "connection-refused",
      text: { code: "message-not-sent-because", params: { reason: { code: "connection-refused" } } },
    });
    expect((await core.client.campaigns.list({})).campaigns).toEqual([]);
  });

  it("reports an endpoint that the service does not have", async () => {
    await using core = await openWith();
    expect(await core.client.sms.send({ ...message, endpoint: "999999" })).toMatchObject({ outcome: "refused" });
  });
});
