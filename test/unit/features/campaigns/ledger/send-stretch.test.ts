import { beforeEach, describe, expect, test } from "vitest";
import type { SendMark, SendMarks } from "../../../../../main/hosts.ts";
import { commit } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import {
  sendState,
  setMarkGeneration,
  stretchEnd,
} from "../../../../../main/features/campaigns/ledger/queries-mark.ts";
import { createSendStretch, type SendStretch } from "../../../../../main/features/campaigns/ledger/send-stretch.ts";
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
let campaign: number;
let stretch: SendStretch;

const marks: SendMarks = {
  read: () => Promise.resolve(written.at(-1)),
  write: (_uuid, mark, checkpoint) => Promise.resolve(void written.push({ ...mark, checkpoint })),
};

/** Claims as the ledger does, and answers the rows. */
async function claim(count: number): Promise<number[]> {
  const cover = await stretch.cover(count);
  const common = { campaign, holder, now: clock.now(), offsetMs: undefined, firstCheckAt: 0 };
  const { claimed } = commit(database(), { ...common, settlements: [], claim: count, cover });
  stretch.claimed(claimed.length);
  return claimed.map(({ row }) => row);
}

beforeEach(async () => {
  clock = createFakeClock();
  offsetMs = 500;
  written = [];
  campaign = makeRunningCampaign(database(), 2_500);
  stretch = createSendStretch({
    store: {
      setMarkGeneration: (args) => Promise.resolve(setMarkGeneration(database(), args)),
      stretchEnd: (args) => Promise.resolve(stretchEnd(database(), args)),
    },
    marks,
    clock,
    campaign,
    clockOffsetMs: () => offsetMs,
  });
  await stretch.begin(sendState(database(), campaign), undefined);
});

describe("a stretch", () => {
  test("is written down before its first row is claimed, and holds a thousand rows", async () => {
    expect((await claim(1))[0]).toBe(2);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 1001 });
    await claim(900);
    const { length } = written;
    expect(await claim(99)).toHaveLength(99);
    expect(written).toHaveLength(length);
    expect((await claim(1))[0]).toBe(1002);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 2001 });
  });

  test("ends with the last row that may be claimed", async () => {
    await claim(2_400);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 2501 });
    await claim(100);
    expect(await claim(10)).toEqual([]);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 2501 });
  });

  test("of a campaign that goes on begins where the mark ended, and never goes back", async () => {
    await stretch.begin(sendState(database(), campaign), {
      generation: 7,
      position: { ring: 0, row: 1800 },
      writtenAt: 0,
    });
    await claim(10);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 1800 });
    await claim(995);
    expect(written.at(-1)?.position).toEqual({ ring: 0, row: 1800 });
  });

  test("is known to the database by its generation, once it is on disk", async () => {
    expect(sendState(database(), campaign).generation).toBe(written.at(-1)?.generation);
    await claim(10);
    expect(sendState(database(), campaign).generation).toBe(written.at(-1)?.generation);
    const before = sendState(database(), campaign).generation;
    await stretch.end();
    expect(sendState(database(), campaign).generation).toBeGreaterThan(before);
  });

  test("is in the keychain at the start, every 10,000 claims and at the end", async () => {
    expect(written.map(({ checkpoint }) => checkpoint)).toEqual([true]);
    await claim(1_000);
    expect(written.at(-1)?.checkpoint).toBe(false);
    stretch.claimed(9_000);
    await claim(1);
    expect(written.at(-1)?.checkpoint).toBe(true);
    await claim(1_000);
    expect(written.at(-1)?.checkpoint).toBe(false);
    await stretch.end();
    expect(written.at(-1)?.checkpoint).toBe(true);
  });

  test("says at most a minute late, on the service's clock, when something may have been sent", async () => {
    await claim(1);
    await clock.advance(61_000);
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now() + 500);
  });

  test("is timed anew as soon as the service's clock is known", async () => {
    offsetMs = undefined;
    await stretch.begin(sendState(database(), campaign), undefined);
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now());
    offsetMs = 7_200_000;
    await claim(1);
    expect(written.at(-1)?.writtenAt).toBe(clock.now() + 7_200_000);
  });
});

test("nothing is claimed while the mark cannot be written", async () => {
  const failing: SendMarks = { ...marks, write: () => Promise.reject(new Error("read-only")) };
  const unsafe = createSendStretch({
    store: {
      setMarkGeneration: () => Promise.resolve(),
      stretchEnd: (args) => Promise.resolve(stretchEnd(database(), args)),
    },
    marks: failing,
    clock,
    campaign,
    clockOffsetMs: () => undefined,
  });
  await expect(unsafe.cover(1)).rejects.toThrow("read-only");
});
