/**
 * Measures the offset of the dates of a service's SMS records from its `Date` headers, with three accepted messages of the last hour
 * whose records are read back. Stored for a connection and measured again each day.
 */
import type { SmsRecord } from "../../../core/api/sms.ts";
import type { Clock } from "../../../core/hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { RecordClock } from "./classify-list.ts";

/** An accepted message whose answer had its id and a `Date`. */
export interface AcceptedSample {
  readonly endpoint: string;
  readonly smsId: string;
  /** Epoch milliseconds of that header. */
  readonly servedAt: number;
}

interface StampedSample extends AcceptedSample {
  /** When it was accepted, on both of our clocks. */
  readonly wall: number;
  readonly monotonic: number;
}

export interface RecordClocks {
  accepted(connection: number, sample: AcceptedSample): void;
  /** The measured clock; reads the records of the samples back when there are enough. Rejects as `read` does. */
  of(connection: number, read: (endpoint: string) => Promise<readonly SmsRecord[]>): Promise<RecordClock | undefined>;
}

const samplesNeeded = 3;
/** An older sample is not valid for the current record clock: a service that dates in local time changes it overnight. */
const sampleMs = 3_600_000;
/** Samples are replaced by newer ones at this age. Not sooner: lists may lag, and a sample has to be listed to be useful. */
const renewMs = 10 * 60_000;
/** Maximum drift between our clocks before the wall clock counts as set, or the computer as having slept. */
const driftMs = 60_000;
const validMs = 24 * 3_600_000;
const leastToleranceMs = 60_000;

export function createRecordClocks(store: CampaignStore, clock: Clock): RecordClocks {
  const samples = new Map<number, readonly StampedSample[]>();
  const learning = new Map<number, Promise<void>>();

  function recent(connection: number, ageMs: number): readonly StampedSample[] {
    const now = { wall: clock.now(), monotonic: clock.monotonic() };
    return (samples.get(connection) ?? []).filter(({ wall, monotonic }) => {
      const passed = now.monotonic - monotonic;
      return passed < ageMs && Math.abs(now.wall - wall - passed) <= driftMs;
    });
  }

  async function learn(connection: number, read: (endpoint: string) => Promise<readonly SmsRecord[]>): Promise<void> {
    const recentSamples = recent(connection, sampleMs);
    const offsets: number[] = [];
    for (const sample of recentSamples) {
      const record = (await read(sample.endpoint)).find(({ id }) => id === sample.smsId);
      if (record?.submittedAt !== undefined) offsets.push(record.submittedAt - sample.servedAt);
    }
    // A sample that is not listed yet, or not dated, makes room for a later one.
    samples.delete(connection);
    const [least, middle, most] = offsets.toSorted((a, b) => a - b);
    if (least === undefined || middle === undefined || most === undefined) return;
    await store.saveRecordClock({ connection, offsetMs: middle, spreadMs: most - least, measuredAt: clock.now() });
  }

  async function loadClock(connection: number): Promise<RecordClock | undefined> {
    const stored = await store.readRecordClock(connection);
    const ageMs = stored === undefined ? validMs : clock.now() - stored.measuredAt;
    if (stored === undefined || ageMs < 0 || ageMs >= validMs) return undefined;
    return { offsetMs: stored.offsetMs, toleranceMs: Math.max(leastToleranceMs, stored.spreadMs) };
  }

  return {
    accepted(connection, sample) {
      const recentSamples = recent(connection, renewMs);
      if (recentSamples.length >= samplesNeeded) return;
      samples.set(connection, [...recentSamples, { ...sample, wall: clock.now(), monotonic: clock.monotonic() }]);
    },
    async of(connection, read) {
      const before = await loadClock(connection);
      if (before !== undefined || recent(connection, sampleMs).length < samplesNeeded) return before;
      const running = learning.get(connection) ?? learn(connection, read);
      learning.set(connection, running);
      try {
        await running;
      } finally {
        learning.delete(connection);
      }
      return loadClock(connection);
    },
  };
}
