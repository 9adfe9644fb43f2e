import { beforeEach, describe, expect, test } from "vitest";
import type { SendMark, SendMarks } from "../../../../../main/core/hosts.ts";
import { commit } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import {
  nextStretch,
  sendState,
  setMarkGeneration,
} from "../../../../../main/features/campaigns/ledger/queries-mark.ts";
import { SendStretch } from "../../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import { holder, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { useDatabase } from "../../../../make/database.ts";
import { createFakeClock, type FakeClock } from "../../../../fakes/fake-clock.ts";

const database = useDatabase();
let offsetMs: number | undefined;

interface Written extends SendMark {
  readonly checkpoint: boolean;
}

let clock: FakeClock;
let written: Written[];
let claimCounts: number[];
let campaign: number;
/** A promise that delays writes. */
let slow: Promise<void>;
let stretch: SendStretch;

const marks: SendMarks = {
  read: () => Promise.resolve(written.at(-1)),
  write: async (_uuid, mark, checkpoint) => {
    await slow;
    written.push({ ...mark, checkpoint });
  },
  count: (_uuid, claims) => {
    claimCounts.push(claims);
  },
};

/** Resolves when writes ahead have finished. */
function waitForWrites(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Claims as the ledger does, and returns the rows. */
async function claim(count: number): Promise<number[]> {
  const cover = await stretch.cover(count);
  const common = { campaign, holder, now: clock.now(), offsetMs: undefined, firstCheckAt: 0 };
  const { claimed, claims } = commit(database(), { ...common, outcomeRecords: [], claim: count, cover });
  stretch.claimed(claimed.length, count, claims);
  await waitForWrites();
  return claimed.map(({ row }) => row);
}

beforeEach(async () => {
  clock = createFakeClock();
  offsetMs = 500;
  slow = Promise.resolve();
  written = [];
  claimCounts = [];
  campaign = makeRunningCampaign(database(), 2_500);
  stretch = new SendStretch({
    store: {
      setMarkGeneration: (args) => Promise.resolve(setMarkGeneration(database(), args)),
      nextStretch: (args) => Promise.resolve(nextStretch(database(), args)),
    },
    marks,
    clock,
    campaign,
    clockOffsetMs: () => offsetMs,
  });
  await stretch.begin(sendState(database(), campaign), undefined);
});

describe("a stretch", () => {
  test("is stored before its first row is claimed, and contains a thousand rows", async () => {
    expect((await claim(1))[0]).toBe(2);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 1001 });
  });

  test("is followed by the next one once half of it is claimed", async () => {
    await claim(499);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 1001 });
    await claim(2);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 2001 });
    const { length } = written;
    await claim(900);
    expect(written).toHaveLength(length);
    expect(await claim(600)).toHaveLength(600);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 2501 });
  });

  test("is not claimed before it is stored, however long that takes", async () => {
    const disk = Promise.withResolvers<void>();
    await claim(400);
    slow = disk.promise;
    await claim(200);
    const waiting = claim(600);
    await waitForWrites();
    expect(database().get("SELECT count(*) AS n FROM recipient WHERE outcome = 2")).toEqual({ n: 600 });
    disk.resolve();
    expect(await waiting).toHaveLength(600);
  });

  test("ends the claims when it cannot be stored", async () => {
    await claim(400);
    slow = Promise.reject(new Error("read-only"));
    slow.catch(() => undefined);
    await claim(200);
    await expect(claim(1)).rejects.toThrow("read-only");
  });

  test("ends with the last row that may be claimed", async () => {
    await claim(2_400);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 2501 });
    await claim(100);
    expect(await claim(10)).toEqual([]);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 2501 });
  });

  test("begins where the mark ended when a campaign continues, and never moves back", async () => {
    await stretch.begin(sendState(database(), campaign), {
      generation: 7,
      position: { wave: 0, row: 1800 },
      writtenAt: 0,
      ended: true,
    });
    await claim(10);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 1800 });
    await claim(400);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 1800 });
  });

  test("begins at a later row than the mark when the database has one", async () => {
    const mark = { generation: 7, position: { wave: 0, row: 900 }, writtenAt: 0, ended: true };
    await stretch.begin({ ...sendState(database(), campaign), sentUpTo: { wave: 0, row: 1500 } }, mark);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 1500 });
    await stretch.begin({ ...sendState(database(), campaign), sentUpTo: { wave: 0, row: 800 } }, mark);
    expect(written.at(-1)?.position).toEqual({ wave: 0, row: 900 });
  });

  test("counts as in progress until it has ended cleanly", async () => {
    await claim(1);
    expect(written.at(-1)?.ended).toBe(false);
    await stretch.end();
    expect(written.at(-1)?.ended).toBe(true);
  });

  test("reuses a generation that only the database stored", async () => {
    const mark = written.at(-1);
    slow = Promise.reject(new Error("full"));
    const failing = async (): Promise<void> => stretch.begin(sendState(database(), campaign), mark);
    await expect(failing()).rejects.toThrow("full");
    await expect(failing()).rejects.toThrow("full");
    expect(sendState(database(), campaign).generation).toBe((mark?.generation ?? 0) + 1);
  });

  test("has its generation in the database before the mark is on disk", async () => {
    expect(sendState(database(), campaign).generation).toBe(written.at(-1)?.generation);
    await claim(10);
    expect(sendState(database(), campaign).generation).toBe(written.at(-1)?.generation);
    const before = sendState(database(), campaign).generation;
    slow = Promise.reject(new Error("killed"));
    await expect(stretch.end()).rejects.toThrow("killed");
    expect(sendState(database(), campaign).generation).toBe(before + 1);
    expect(written.at(-1)?.generation).toBe(before);
  });

  test("stores the count of claims before they are sent, also at the next start", async () => {
    await claim(3);
    await claim(2);
    expect(claimCounts).toEqual([0, 3, 5]);
    await stretch.end();
    await stretch.begin(sendState(database(), campaign), written.at(-1));
    expect(claimCounts.at(-1)).toBe(5);
  });

  test("is checkpointed in the keychain at the start, every 10,000 claims and at the end", async () => {
    expect(written.map(({ checkpoint }) => checkpoint)).toEqual([true]);
    await claim(500);
    expect(written.at(-1)?.checkpoint).toBe(false);
    stretch.claimed(9_600, 9_601, 10_100);
    await claim(1_000);
    expect(written.at(-1)?.checkpoint).toBe(false);
    await claim(600);
    expect(written.at(-1)?.checkpoint).toBe(true);
    await stretch.end();
    expect(written.at(-1)?.checkpoint).toBe(true);
  });

  test("records at most a minute late, on the service's clock, when a message may have been sent", async () => {
    await claim(1);
    await clock.advance(61_000);
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now() + 500);
  });

  test("records this as well after a sleep in which the monotonic clock stopped", async () => {
    await claim(1);
    clock.jump(2 * 3_600_000);
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now() + 500);
  });

  test("gets a new time as soon as the service's clock is known", async () => {
    offsetMs = undefined;
    await stretch.begin(sendState(database(), campaign), undefined);
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now());
    offsetMs = 7_200_000;
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now() + 7_200_000);
  });
});

test("claims nothing while the mark cannot be written", async () => {
  const failing: SendMarks = { ...marks, write: () => Promise.reject(new Error("read-only")) };
  const unsafe = new SendStretch({
    store: {
      setMarkGeneration: () => Promise.resolve(),
      nextStretch: (args) => Promise.resolve(nextStretch(database(), args)),
    },
    marks: failing,
    clock,
    campaign,
    clockOffsetMs: () => undefined,
  });
  await expect(unsafe.cover(1)).rejects.toThrow("read-only");
});
