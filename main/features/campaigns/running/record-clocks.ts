/**
 * Learns how far the dates of a service's SMS records are from its `Date` headers: from the first three accepted messages of a
 * day whose records are read back. Kept for a connection and learned again each day.
 */
import type { SmsRecord } from "../../../api/sms-record.ts";
import type { Clock } from "../../../hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { RecordClock } from "./judge.ts";

/** An accepted message whose answer named its id and carried a `Date`. */
export interface AcceptedSample {
  readonly endpoint: string;
  readonly smsId: string;
  /** Epoch milliseconds of that header. */
  readonly servedAt: number;
}

export interface RecordClocks {
  accepted(connection: number, sample: AcceptedSample): void;
  /** What is known; reads the records of the samples back when there are enough. Rejects as `read` does. */
  of(connection: number, read: (endpoint: string) => Promise<readonly SmsRecord[]>): Promise<RecordClock | undefined>;
}

const samplesNeeded = 3;
const validMs = 24 * 3_600_000;
const leastToleranceMs = 60_000;

export function createRecordClocks(store: CampaignStore, clock: Clock): RecordClocks {
  const samples = new Map<number, AcceptedSample[]>();
  const learning = new Map<number, Promise<void>>();

  async function learn(connection: number, read: (endpoint: string) => Promise<readonly SmsRecord[]>): Promise<void> {
    const taken = samples.get(connection) ?? [];
    const offsets: number[] = [];
    for (const sample of taken) {
      const record = (await read(sample.endpoint)).find(({ id }) => id === sample.smsId);
      if (record?.submittedAt !== undefined) offsets.push(record.submittedAt - sample.servedAt);
    }
    // A sample that is not listed yet, or not dated, makes room for a later one.
    samples.delete(connection);
    const [least, middle, most] = offsets.toSorted((a, b) => a - b);
    if (least === undefined || middle === undefined || most === undefined) return;
    await store.keepRecordClock({ connection, offsetMs: middle, spreadMs: most - least, learnedAt: clock.now() });
  }

  async function known(connection: number): Promise<RecordClock | undefined> {
    const kept = await store.readRecordClock(connection);
    const ageMs = kept === undefined ? validMs : clock.now() - kept.learnedAt;
    if (kept === undefined || ageMs < 0 || ageMs >= validMs) return undefined;
    return { offsetMs: kept.offsetMs, toleranceMs: Math.max(leastToleranceMs, kept.spreadMs) };
  }

  return {
    accepted(connection, sample) {
      const taken = samples.get(connection) ?? [];
      if (taken.length < samplesNeeded) samples.set(connection, [...taken, sample]);
    },
    async of(connection, read) {
      const before = await known(connection);
      if (before !== undefined || (samples.get(connection)?.length ?? 0) < samplesNeeded) return before;
      const running = learning.get(connection) ?? learn(connection, read);
      learning.set(connection, running);
      try {
        await running;
      } finally {
        learning.delete(connection);
      }
      return known(connection);
    },
  };
}
