import { expect, test } from "vitest";
import type { SmsRecord } from "../../../../../main/core/api/sms.ts";
import type { StoredRecordClock } from "../../../../../main/features/campaigns/ledger/queries-watch.ts";
import type { CampaignStore } from "../../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import { createRecordClocks } from "../../../../../main/features/campaigns/running/list-evaluator.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";

const dayMs = 24 * 3_600_000;
const servedAt = Date.UTC(2031, 0, 1, 12);

function open(dates: Readonly<Record<string, number | undefined>>): {
  readonly clocks: ReturnType<typeof createRecordClocks>;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly reads: string[];
  readonly read: (endpoint: string) => Promise<readonly SmsRecord[]>;
} {
  const clock = createFakeClock();
  const stored = new Map<number, StoredRecordClock>();
  const store = {
    readRecordClock: (connection: number) => Promise.resolve(stored.get(connection)),
    saveRecordClock: ({ connection, ...one }: StoredRecordClock & { readonly connection: number }) => {
      stored.set(connection, one);
      return Promise.resolve();
    },
  } as unknown as CampaignStore;
  const reads: string[] = [];
  const read = (endpoint: string): Promise<readonly SmsRecord[]> => {
    reads.push(endpoint);
    const submittedAt = dates[endpoint];
    return Promise.resolve(submittedAt === undefined ? [] : [{ id: `sms-${endpoint}`, submittedAt } as SmsRecord]);
  };
  return { clocks: createRecordClocks(store, clock), clock, reads, read };
}

const sample = (endpoint: string): { endpoint: string; smsId: string; servedAt: number } => ({
  endpoint,
  smsId: `sms-${endpoint}`,
  servedAt,
});

test("measures the record clock with the first three accepted messages that are read back", async () => {
  const { clocks, reads, read } = open({ a: servedAt - 3_600_000, b: servedAt - 3_599_000, c: servedAt - 3_598_000 });
  for (const endpoint of ["a", "b"]) clocks.accepted(1, sample(endpoint));
  expect([await clocks.of(1, read), reads]).toEqual([undefined, []]);
  for (const endpoint of ["c", "d"]) clocks.accepted(1, sample(endpoint));
  expect(await clocks.of(1, read)).toEqual({ offsetMs: -3_599_000, toleranceMs: 60_000 });
  expect(reads).toEqual(["a", "b", "c"]);
  expect(await clocks.of(2, read)).toBeUndefined();
});

test("sets the tolerance to the spread of the samples", async () => {
  const { clocks, read } = open({ a: servedAt, b: servedAt + 90_000, c: servedAt + 200_000 });
  for (const endpoint of ["a", "b", "c"]) clocks.accepted(1, sample(endpoint));
  expect(await clocks.of(1, read)).toEqual({ offsetMs: 90_000, toleranceMs: 200_000 });
});

test("has no record clock when a sample cannot be read back, and measures with later ones", async () => {
  const dates: Record<string, number | undefined> = { a: servedAt, b: undefined, c: servedAt };
  const { clocks, read } = open(dates);
  for (const endpoint of ["a", "b", "c"]) clocks.accepted(1, sample(endpoint));
  expect(await clocks.of(1, read)).toBeUndefined();
  dates["b"] = servedAt;
  for (const endpoint of ["a", "b", "c"]) clocks.accepted(1, sample(endpoint));
  expect(await clocks.of(1, read)).toEqual({ offsetMs: 0, toleranceMs: 60_000 });
});

test("measures again each day, and after the wall clock was set back", async () => {
  const { clocks, clock, read } = open({ a: servedAt, b: servedAt, c: servedAt });
  for (const endpoint of ["a", "b", "c"]) clocks.accepted(1, sample(endpoint));
  await clocks.of(1, read);
  clock.jump(dayMs - 1);
  expect(await clocks.of(1, read)).toBeDefined();
  clock.jump(1);
  expect(await clocks.of(1, read)).toBeUndefined();
  clock.jump(-2 * dayMs);
  expect(await clocks.of(1, read)).toBeUndefined();
});

test("never measures with samples older than an hour, or from before the wall clock was set", async () => {
  const dates: Record<string, number> = { a: servedAt, b: servedAt, c: servedAt };
  const { clocks, clock, reads, read } = open(dates);
  const acceptThree = (): void => {
    for (const endpoint of ["a", "b", "c"]) clocks.accepted(1, sample(endpoint));
  };
  acceptThree();
  expect(await clocks.of(1, read)).toEqual({ offsetMs: 0, toleranceMs: 60_000 });
  // Accepted right after; overnight the service's local time is set back by an hour.
  acceptThree();
  await clock.advance(dayMs);
  for (const endpoint of ["a", "b", "c"]) dates[endpoint] = servedAt - 3_600_000;
  reads.splice(0);
  expect([await clocks.of(1, read), reads]).toEqual([undefined, []]);
  for (const endpoint of ["d", "e", "f"]) {
    dates[endpoint] = servedAt - 3_600_000;
    clocks.accepted(1, sample(endpoint));
  }
  expect(await clocks.of(1, read)).toEqual({ offsetMs: -3_600_000, toleranceMs: 60_000 });
  expect(reads).toEqual(["d", "e", "f"]);
  for (const endpoint of ["a", "b", "c"]) clocks.accepted(2, sample(endpoint));
  clock.jump(-3_600_000);
  expect(await clocks.of(2, read)).toBeUndefined();
});
