/** Retention over the whole core: what is past it is deleted in the background, and nothing that proves a send ever is. */
import { expect, test } from "vitest";
import { retentionKinds, retentionPeriods } from "#shared/retention.ts";
import { createFastClock } from "../../../fakes/fast-clock.ts";
import { type Core, openCore } from "../../../make/core.ts";
import { once, plan, run, sent } from "../../../make/copied-campaign.ts";
import { soon } from "../../../make/soon.ts";

const dayMs = 86_400_000;

/** Every table that belongs to the promise, to the audit or to suppression. */
const proofs = [
  "audit_entry",
  "campaign",
  "campaign_event",
  "campaign_lease",
  "campaign_ring",
  "change",
  "recipient",
  "recipient_event",
  "recipient_identifier",
  "send_day",
  "standing_pin",
  "standing_suppression",
  "suppression",
  "suppression_value",
];

const count = (core: Core, table: string): number =>
  core.inDatabase((database) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]));
const contents = (core: Core): unknown =>
  core.inDatabase((database) => proofs.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]));

test("with the shortest periods, and after twenty years, nothing that proves a send is deleted", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 }, clock: createFastClock(1) });
  await core.client.suppression.add({ values: ["70055"], note: "in repair" });
  const campaignId = await plan(core);
  await run(core, campaignId);
  await core.client.sms.list({ endpoint: "70001" });
  await core.client.settings.set({
    retention: Object.fromEntries(retentionKinds.map((kind) => [kind, retentionPeriods[kind].least])),
  });
  await core.restart();
  const before = contents(core);
  expect(count(core, "sms_thread")).toBeGreaterThan(0);
  await core.whileStopped(() => core.clock.jump(20 * 365 * dayMs));
  await expect.poll(() => count(core, "sms_thread"), soon).toBe(0);
  expect(contents(core)).toEqual(before);
  expect(sent(core)).toEqual(once);
});
