import { describe, expect, it } from "vitest";
import type { CampaignStore } from "../../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import type { StoredCampaign } from "../../../../../main/features/campaigns/ledger/campaign-row.ts";
import { CampaignRun } from "../../../../../main/features/campaigns/running/campaign-run.ts";
import type { Ledger, RowCounts } from "../../../../../main/jobs/ledger.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";
import { createMemoryLedger } from "../../../../fakes/memory-ledger.ts";

const nobody: RowCounts = {
  planned: 1,
  excluded: 0,
  pending: 1,
  sending: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  cancelled: 0,
};

const campaign: StoredCampaign = {
  id: 1,
  kind: "bulk",
  connection: 1,
  name: "test",
  state: "planned",
  reason: undefined,
  message: undefined,
  sourceAddress: "4911",
  template: "CHK",
  options: {
    schedule: undefined,
    stopRule: { refusedShare: 0.2, minimumAttempts: 20, consecutive: 10, forbidden: 2 },
    provenNotSent: "send",
    suppressFile: undefined,
  },
  setRate: undefined,
  concurrency: 1,
  createdAt: 0,
  startedAt: undefined,
  finishedAt: undefined,
  counts: nobody,
  ringOpen: 0,
  rings: 0,
  ringPhase: undefined,
};

/** One recipient whose answer is lost. `settledMeanwhile`: a look-up finds it just after it was counted as unknown. */
async function run(settledMeanwhile: boolean): Promise<readonly string[]> {
  const clock = createFakeClock();
  const memory = createMemoryLedger(clock, 1);
  let found = false;
  const counts = async (): Promise<RowCounts> => {
    const now = await memory.counts();
    return found ? { ...now, accepted: now.accepted + now.unknown, unknown: 0 } : now;
  };
  const ledger: Ledger = {
    ...memory,
    counts,
    dueUnknown: () => {
      found = settledMeanwhile;
      return Promise.resolve({ rows: [], nextAt: undefined });
    },
  };
  const moves: string[] = [];
  const store = {
    moveCampaign: ({ event, reason }: { readonly event: string; readonly reason?: string | undefined }) => {
      moves.push(reason === undefined ? event : `${event}: ${reason}`);
      return Promise.resolve();
    },
    isClaimable: async () => (await counts()).pending > 0,
    leftToDo: async () => ({ unknown: (await counts()).unknown, last: true }),
    recount: counts,
    recordPoint: () => Promise.resolve(),
  } as unknown as CampaignStore;
  const working = new CampaignRun({
    campaign,
    store,
    ledger,
    clock,
    log: createFakeLog(),
    reconciler: { round: async () => ({ looked: 0, counts: await counts(), nextAt: undefined }) },
    perform: () => Promise.resolve({ outcome: "unknown", code: "connection-lost", message: "Gone." }),
    permits: { acquireUpTo: (most) => Promise.resolve(most), giveBack: () => undefined },
    patience: { offlineMs: 30_000, throttledMs: 60_000 },
    suppressAgain: () => Promise.resolve(),
    heartbeat: () => Promise.resolve(),
    askAbout: () => Promise.resolve(undefined),
    onProgress: () => undefined,
    onState: () => undefined,
    onNotice: () => undefined,
  });
  await working.work();
  return moves;
}

describe("a run whose last recipient is unknown", () => {
  it("pauses for a person where no look-up will settle it", async () => {
    expect(await run(false)).toEqual(["start", "pause: unknown-recipients"]);
  });

  it("finishes where a look-up settled it between two counts", async () => {
    expect(await run(true)).toEqual(["start", "finish"]);
  });
});

describe("a run that waited for its time", () => {
  it("obeys a stop that comes while it reads again who must not be sent to", async () => {
    const clock = createFakeClock();
    const memory = createMemoryLedger(clock, 1);
    let performed = 0;
    const moves: string[] = [];
    const store = {
      moveCampaign: ({ event }: { readonly event: string }) => {
        moves.push(event);
        return Promise.resolve();
      },
      recordPoint: () => Promise.resolve(),
    } as unknown as CampaignStore;
    const schedule = { zone: "UTC", at: clock.now() + 3_600_000, missed: { rule: "ask" as const } };
    const working = new CampaignRun({
      campaign: { ...campaign, options: { ...campaign.options, schedule } },
      store,
      ledger: memory,
      clock,
      log: createFakeLog(),
      reconciler: { round: async () => ({ looked: 0, counts: await memory.counts(), nextAt: undefined }) },
      perform: () => {
        performed += 1;
        return Promise.resolve({ outcome: "accepted", reference: "1" });
      },
      permits: { acquireUpTo: (most) => Promise.resolve(most), giveBack: () => undefined },
      patience: { offlineMs: 30_000, throttledMs: 60_000 },
      suppressAgain: () => {
        working.stop("pause");
        return Promise.resolve();
      },
      heartbeat: () => Promise.resolve(),
      askAbout: () => Promise.resolve(undefined),
      onProgress: () => undefined,
      onState: () => undefined,
      onNotice: () => undefined,
    });
    const ended = working.work();
    await clock.advance(3_700_000);
    await ended;
    expect([performed, moves]).toEqual([0, ["schedule", "start", "pause"]]);
  });
});
