import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { CampaignStore } from "../../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import type { StoredCampaign } from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { CampaignRun } from "../../../../../main/features/campaigns/running/campaign-run.ts";
import type { Ledger, RowCounts, Verdict } from "../../../../../main/core/jobs/ledger.ts";
import { moveJob } from "../../../../../main/core/jobs/transitions.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";
import { createMemoryLedger } from "../../../../fakes/memory-ledger.ts";
import { makeStoredCampaign } from "../../../../make/stored-campaign.ts";

/** A store of one campaign that moves by the state table; records each step with its reason. */
function storeOf(moves: string[], rest: Partial<CampaignStore> = {}): CampaignStore {
  let now: StoredCampaign = campaign;
  const store: Partial<CampaignStore> = {
    getCampaign: () => Promise.resolve(now),
    moveCampaign: ({ event, reason, message }) => {
      now = { ...now, state: moveJob(now.state, event), reason, message };
      moves.push(reason === undefined ? event : `${event}: ${reason}`);
      return Promise.resolve(now);
    },
    recordPoint: () => Promise.resolve(),
    recordThrottle: () => Promise.resolve(),
    unknownByCause: () => Promise.resolve({ unread: 0, proven: 0 }),
    ...rest,
  };
  return store as CampaignStore;
}

const initialCounts: RowCounts = {
  planned: 1,
  excluded: 0,
  pending: 1,
  sending: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  cancelled: 0,
};

const campaign = makeStoredCampaign({ counts: initialCounts });

/** One recipient whose first answer is lost. A look-up commits `verdict` right after the run's read number `after` of the ledger. */
async function run(verdict?: {
  readonly kind: "accepted" | "not-sent";
  readonly after: number;
}): Promise<readonly string[]> {
  const clock = createFakeClock();
  const memory = createMemoryLedger(clock, 1);
  let reads = 0;
  const read = async <T>(answer: (counts: RowCounts) => T): Promise<T> => {
    const value = answer(await memory.counts());
    reads += 1;
    if (reads === verdict?.after) await memory.reconcile([verdictOf(verdict.kind)]);
    return value;
  };
  const unknownRow = {
    row: 1,
    target: "t1",
    text: "CHK",
    intentAt: 0,
    since: 0,
    checks: 0,
    attempt: 1,
    proven: false,
    isResendable: true,
  };
  const ledger: Ledger = {
    ...memory,
    counts: () => read((counts) => counts),
    dueUnknown: () =>
      read(({ unknown }) => ({
        rows: verdict === undefined || unknown === 0 ? [] : [{ ...unknownRow, intentOffsetMs: undefined }],
        nextAt: undefined,
      })),
  };
  const moves: string[] = [];
  const store = storeOf(moves, {
    leftToDo: () =>
      read((counts) => ({
        counts,
        claimable: counts.pending > 0,
        unverified: { toLookUp: 0, unclear: 0 },
        unknown: counts.unknown,
        last: true,
      })),
    recount: () => read((counts) => counts),
  });
  let attempts = 0;
  const working = new CampaignRun({
    campaign,
    store,
    ledger,
    clock,
    log: createFakeLog(),
    reconciler: { round: async () => ({ checked: 0, counts: await memory.counts(), nextInMs: undefined }) },
    perform: () => {
      attempts += 1;
      return Promise.resolve(
        attempts === 1
          ? { outcome: "unknown", code: "connection-lost", message: codedText("connection-lost") }
          : { outcome: "accepted", reference: "1" },
      );
    },
    permits: { acquireUpTo: (most) => Promise.resolve(most), giveBack: () => undefined },
    outageLimits: { namedMs: Number.POSITIVE_INFINITY, unnamedMs: 60_000 },
    probe: undefined,
    reapplySuppression: () => Promise.resolve(),
    beforeSending: () => Promise.resolve({ hasLists: true }),
    heartbeat: () => Promise.resolve(),
    checkEndpoints: () => Promise.resolve(undefined),
    onProgress: () => undefined,
    onState: () => undefined,
    onNotice: () => undefined,
  });
  const ended = { yet: false };
  const work = working.work().finally(() => {
    ended.yet = true;
  });
  while (!ended.yet) await clock.advance(1_000);
  await work;
  return moves;
}

function verdictOf(kind: "accepted" | "not-sent"): Verdict {
  return kind === "accepted" ? { row: 1, attempt: 1, kind, reference: "1" } : { row: 1, attempt: 1, kind };
}

describe("a run whose last recipient is unknown", () => {
  it("pauses for an operator's decision when no look-up can decide", async () => {
    expect(await run()).toEqual(["start", "pause: unknown-recipients"]);
  });

  const moments = [1, 2, 3, 4, 5, 6, 7, 8];
  it.each(moments)("finishes when a look-up proves acceptance after read %i of the ledger", async (after) => {
    expect(await run({ kind: "accepted", after })).toEqual(["start", "finish"]);
  });

  it.each(moments)(
    "sends again and finishes when a look-up proves that it was not sent after read %i",
    async (after) => {
      expect(await run({ kind: "not-sent", after })).toEqual(["start", "finish"]);
    },
  );
});

describe("a run that waited for its start time", () => {
  it("stops when requested while it reads the suppressions again", async () => {
    const clock = createFakeClock();
    const memory = createMemoryLedger(clock, 1);
    let performed = 0;
    const moves: string[] = [];
    const store = storeOf(moves);
    const schedule = { zone: "UTC", at: clock.now() + 3_600_000, missed: { rule: "ask" as const } };
    const working = new CampaignRun({
      campaign: { ...campaign, options: { ...campaign.options, schedule } },
      store,
      ledger: memory,
      clock,
      log: createFakeLog(),
      reconciler: { round: async () => ({ checked: 0, counts: await memory.counts(), nextInMs: undefined }) },
      perform: () => {
        performed += 1;
        return Promise.resolve({ outcome: "accepted", reference: "1" });
      },
      permits: { acquireUpTo: (most) => Promise.resolve(most), giveBack: () => undefined },
      outageLimits: { namedMs: Number.POSITIVE_INFINITY, unnamedMs: 60_000 },
      probe: undefined,
      reapplySuppression: () => {
        working.stop("pause");
        return Promise.resolve();
      },
      beforeSending: () => Promise.resolve({ hasLists: true }),
      heartbeat: () => Promise.resolve(),
      checkEndpoints: () => Promise.resolve(undefined),
      onProgress: () => undefined,
      onState: () => undefined,
      onNotice: () => undefined,
    });
    const ended = working.work();
    await clock.advance(3_700_000);
    await ended;
    expect([performed, moves]).toEqual([0, ["schedule", "start", "pause: user"]]);
  });
});
