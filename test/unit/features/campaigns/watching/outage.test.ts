/** A store that fails temporarily (a full disk, for instance) must not end background work. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import type { CampaignDeps } from "../../../../../main/features/campaigns/campaign-deps.ts";
import type { CampaignRuns } from "../../../../../main/features/campaigns/running/campaign-runs.ts";
import { createIdleLookUps, createWatcher } from "../../../../../main/features/campaigns/watching/watcher.ts";
import { AppError } from "#shared/failure.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";

/** A store with one query, which fails the first two times. */
function failingTwice(question: "watchedConnections" | "campaignsDue"): {
  readonly deps: CampaignDeps;
  readonly queryCount: () => number;
  readonly log: ReturnType<typeof createFakeLog>;
  readonly clock: ReturnType<typeof createFakeClock>;
} {
  const clock = createFakeClock();
  const log = createFakeLog();
  let queryCount = 0;
  const answer = (): Promise<readonly number[]> => {
    queryCount += 1;
    return queryCount > 2 ? Promise.resolve([]) : Promise.reject(new AppError("disk-full", codedText("disk-full")));
  };
  const store = { resumeSingles: () => Promise.resolve(), [question]: answer };
  const deps = {
    store,
    clock,
    steadyNow: () => clock.now(),
    log,
    keepAlive: true,
    publish: () => undefined,
  } as unknown as CampaignDeps;
  return { deps, queryCount: () => queryCount, log, clock };
}

const runs = { connections: () => new Set(), has: () => false } as unknown as CampaignRuns;

it("checks deliveries again once the store answers, and logs the failure once", async () => {
  const { deps, queryCount, log, clock } = failingTwice("watchedConnections");
  const watcher = createWatcher({ deps, runs });
  watcher.start();
  await clock.advance(16_000);
  expect(queryCount()).toBeGreaterThan(2);
  expect(log.lines.filter(({ level }) => level === "error").map(({ event }) => event)).toEqual([
    "campaign.watcher-failed",
  ]);
  await watcher.stop();
  expect(clock.waiting).toBe(0);
});

it("looks up unknown recipients again once the store answers, and logs the failure once", async () => {
  const { deps, queryCount, log, clock } = failingTwice("campaignsDue");
  const lookUps = createIdleLookUps(deps, runs);
  lookUps.start();
  await clock.advance(16_000);
  expect(queryCount()).toBeGreaterThan(2);
  expect(log.lines.filter(({ level }) => level === "error").map(({ event }) => event)).toEqual([
    "campaign.idle-look-ups-failed",
  ]);
  await lookUps.stop();
  expect(clock.waiting).toBe(0);
});
