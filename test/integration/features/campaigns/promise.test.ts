/**
 * The promise as a property: campaigns under random faults, crashes, restarts, restores, take-overs and clock jumps, checked with the
 * service's own ledger. `npm run bench -- --only promise` runs more of them here, through the variables below.
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { playCampaign, type PlayedCampaign } from "../../../make/promise-campaign.ts";
import { drawCampaigns, type PlannedCampaign } from "../../../make/promise-draw.ts";

const { env } = process;
const seed = Number(env["FLEETDESK_PROMISE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const campaigns = Number(env["FLEETDESK_PROMISE_CAMPAIGNS"] ?? 20);
/** Runs only one campaign of the draw, by its index from 0. */
const only = env["FLEETDESK_PROMISE_ONLY"];
/** File for the results of each campaign. */
const report = env["FLEETDESK_PROMISE_REPORT"];
/** The campaigns wait most of the time, so many run concurrently. */
const atATime = 8;

interface Outcome {
  readonly number: number;
  readonly planned: PlannedCampaign;
  readonly played: PlayedCampaign;
}

/** A campaign takes a few seconds; the limit reports which one hangs. */
async function noEnd(): Promise<never> {
  await once(AbortSignal.timeout(120_000), "abort");
  throw new Error("It came to no end.");
}

async function playAll(): Promise<Outcome[]> {
  const drawn = drawCampaigns(seed, campaigns).map((planned, number) => ({ number, planned }));
  const left = drawn.filter(({ number }) => only === undefined || number === Number(only));
  const outcomes: Outcome[] = [];
  const player = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { number, planned } = next;
      const played = await Promise.race([playCampaign(planned), noEnd()]).catch((cause: unknown) => {
        throw new Error(`Campaign ${number} of seed ${seed} failed: ${JSON.stringify(planned)}`, { cause });
      });
      outcomes.push({ number, planned, played });
    }
  };
  await Promise.all(Array.from({ length: atATime }, player));
  return outcomes.toSorted((a, b) => a.number - b.number);
}

it(
  `${campaigns} campaigns under attack keep the promise (seed ${seed})`,
  { timeout: 180_000 + campaigns * 10_000 },
  async () => {
    const outcomes = await playAll();
    if (report !== undefined) writeFileSync(report, JSON.stringify(outcomes));
    const broken = outcomes.filter(({ played }) => played.broken.length > 0);
    expect(broken.map(({ number, planned, played }) => ({ number, broken: played.broken, planned }))).toEqual([]);
  },
);
