/** Campaigns in a database, created with the ledger's own functions. */
import { stopRuleSchema, type WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { addRows, createCampaign } from "../../main/features/campaigns/ledger/queries-plan.ts";
import { takeLease, type LeaseHolder } from "../../main/features/campaigns/ledger/queries-lease.ts";
import { type RetryArgs, retryRows } from "../../main/features/campaigns/ledger/queries-retry.ts";
import { getCampaign, moveCampaign } from "../../main/features/campaigns/ledger/queries-state.ts";
import type { Tallied, Tallies } from "../../main/features/campaigns/ledger/queries-rows.ts";
import type { ReadDb, WriteDb } from "../../main/core/store/db.ts";

export const holder: LeaseHolder = { machine: "machine", home: "/home/fleet", process: 1, instance: "instance" };

interface Setup {
  readonly rows: number;
  readonly wavePlan?: WavePlan;
  readonly now?: number;
}

/** A campaign that is being planned, with `rows` recipients, endpoints 1001, 1002, … in rows 2, 3, … */
export function makeDraftCampaign(db: WriteDb, { rows, wavePlan, now = 1_000 }: Setup): number {
  const campaign = createCampaign(db, {
    kind: "bulk",
    connection: 1,
    name: "test",
    sourceAddress: "4911",
    template: "CHK",
    options: {
      schedule: undefined,
      stopRule: stopRuleSchema.parse({}),
      whenNotListed: "send",
      suppressFile: undefined,
      rollout: wavePlan,
    },
    setRate: undefined,
    concurrency: 4,
    holder,
    now,
  });
  addRows(db, {
    campaign,
    rows: Array.from({ length: rows }, (_, index) => ({
      row: index + 2,
      identifier: String(1001 + index),
      endpointId: String(1001 + index),
      text: `CHK ${index}`,
      segments: 1,
    })),
  });
  return campaign;
}

/** The same campaign, planned and leased by `holder`. */
export function makePlannedCampaign(db: WriteDb, setup: Setup): number {
  const { now = 1_000 } = setup;
  const campaign = makeDraftCampaign(db, setup);
  moveCampaign(db, { campaign, event: "plan", now });
  takeLease(db, { campaign, holder, now, takeOver: false });
  return campaign;
}

/** The same campaign, running. */
export function makeRunningCampaign(db: WriteDb, rows: number, now = 1_000): number {
  const campaign = makePlannedCampaign(db, { rows, now });
  moveCampaign(db, { campaign, event: "start", now });
  return campaign;
}

/** Requeues all recipients of the group `which`, as an operator who confirmed their number does. */
export function retryAll(db: WriteDb, args: Pick<RetryArgs, "campaign" | "scope" | "now">): number {
  return retryRows(db, {
    ...args,
    states: [getCampaign(db, args.campaign).state],
    mayGetTwice: Number.MAX_SAFE_INTEGER,
  });
}

/** Deliveries and replies counted from the rows; the stored tallies must equal them. */
export function recountTallies(db: ReadDb, campaign: number): Omit<Tallies, "watching"> {
  const of = (dimension: Tallied): Record<string, number> =>
    Object.fromEntries(
      db
        .all<{ value: string; count: number }>(
          `SELECT ${dimension} AS value, count(*) AS count FROM recipient WHERE campaign = ? AND ${dimension} IS NOT NULL GROUP BY ${dimension}`,
          campaign,
        )
        .map(({ value, count }) => [value, count]),
    );
  return { delivery: of("delivery"), reply: of("reply") };
}
