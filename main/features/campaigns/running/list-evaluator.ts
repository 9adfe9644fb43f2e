/** Reads an endpoint's SMS list and evaluates it for one message whose outcome is open. */
import type { ApiClient } from "../../../core/api/client.ts";
import { type SmsRecord, readSmsRecord } from "../../../core/api/sms.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { type OnList, readAndNotifyObserver } from "../watching/read-list.ts";
import { type Intent, type ListClassification, type RecordClock, classifyList } from "./classify-list.ts";
import type { RecordClocks } from "./record-clocks.ts";

/** The process's data on messages that are missing from lists, shared by all code that reads lists. */
export interface Proof {
  readonly absences: Absences;
  readonly recordClocks: RecordClocks;
  /** Ids of an endpoint's SMS in the cache, submitted since a moment (epoch milliseconds) and not cancelled. */
  readonly listedIds: (connectionId: number, endpoint: string, since: number) => Promise<readonly string[]>;
}

export interface ListEvaluatorOptions {
  readonly api: ApiClient;
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly proof: Proof;
  readonly connection: number;
  readonly sourceAddress: string;
  readonly onList?: OnList;
  /** False where our clock was not compared with the service's at the intent: the current offset is used instead. */
  readonly intentMeasured: boolean;
}

export interface Evaluation {
  /** `rival`: the same text is being sent to the same endpoint; the owner of a record is known once that message has its answer. */
  readonly classification: ListClassification | { readonly kind: "rival" };
  /** Monotonic milliseconds before the request was queued; the request was written, and the list read, then or later. */
  readonly requestedAt: number;
}

export interface ListEvaluator {
  /** Number of lists to read in parallel. */
  readonly parallel: number;
  /** Rejects as reading the list does. */
  evaluate(message: LookupTarget, subject: AbsentRow, signal: AbortSignal): Promise<Evaluation>;
}

export interface LookupTarget extends Intent {
  readonly target: string;
  /** The grace period has ended, regardless of `absences`. */
  readonly graceEnded?: boolean;
  /** Our clock may have been set since the intent by any amount, so an earlier date of an equal record proves nothing. */
  readonly anyDate?: boolean;
  /** Earliest time at which the message may have been sent, on the service's clock; the intent by default. */
  readonly leftAt?: number;
}

/** Parallel look-ups: the usual number, and the number where lists are at least `largeListBytes`. */
const parallelLookUps = { usual: 8, large: 2 };
const largeListBytes = 1_000_000;
const dayMs = 24 * 3_600_000;
/** Time for a message with the same text to get its answer. */
export const competitorWindowMs = 1_000;

export function createListEvaluator(options: ListEvaluatorOptions): ListEvaluator {
  const { clock, store, connection, sourceAddress, intentMeasured } = options;
  const { absences, recordClocks, listedIds } = options.proof;
  let parallel = parallelLookUps.usual;

  async function readList(
    endpoint: string,
    signal: AbortSignal,
  ): Promise<{ readonly records: readonly SmsRecord[]; readonly complete: boolean; readonly asOf: number }> {
    const { records, complete, asOf, bytes } = await readAndNotifyObserver(options, endpoint, signal);
    parallel = bytes > largeListBytes ? parallelLookUps.large : parallelLookUps.usual;
    return { records: records.map(readSmsRecord), complete, asOf };
  }

  async function recordClock(signal: AbortSignal): Promise<RecordClock | undefined> {
    return recordClocks.of(connection, async (id) => (await readList(id, signal)).records);
  }

  return {
    get parallel() {
      return parallel;
    },
    async evaluate({ target, graceEnded = false, anyDate = false, leftAt, ...intent }, subject, signal) {
      const { graceEnd } = absences.of(subject);
      const since = clock.now() - dayMs;
      absences.recordListed(subject, await listedIds(connection, target, since));
      const requestedAt = clock.monotonic();
      const { records, complete, asOf } = await readList(target, signal);
      const { text, intentAt } = intent;
      const owned = await store.ownedSms({
        connection,
        endpoint: target,
        text,
        sourceAddress,
        intentAt,
        listedAt: asOf,
      });
      if (owned.competitors > 0) return { classification: { kind: "rival" }, requestedAt };
      const measured = await recordClock(signal);
      const offsetMs = options.api.clockOffsetMs();
      const row = intentMeasured ? intent : { ...intent, intentOffsetMs: offsetMs };
      const ageMs = clock.now() + (offsetMs ?? 0) - (leftAt ?? intentAt + (row.intentOffsetMs ?? 0));
      const classification = classifyList({
        row,
        seen: records,
        sourceAddress,
        complete,
        expected: [...absences.of(subject).listed, ...owned.recent],
        owned: new Set(owned.ids),
        nameless: owned.nameless,
        recordClock: anyDate ? { offsetMs: measured?.offsetMs ?? 0, toleranceMs: Number.POSITIVE_INFINITY } : measured,
        inGrace: !graceEnded && requestedAt < graceEnd,
        // A message from the future: our clock was set, so its age is unknown.
        outlived: Math.abs(ageMs) > dayMs,
      });
      absences.recordListed(subject, recentIds(records, since));
      return { classification, requestedAt };
    },
  };
}

/** Ids that the next reading must contain as well. */
function recentIds(records: readonly SmsRecord[], since: number): string[] {
  return records.flatMap(({ id, delivery, submittedAt }) =>
    id !== undefined && delivery !== "cancelled" && (submittedAt ?? since) >= since ? [id] : [],
  );
}

interface Absence {
  /** The attempt in question. */
  readonly attempt: number;
  /** When the grace period ends; it starts when the attempt ends, or when this process starts. */
  readonly graceEnd: number;
  /** When the first of the readings that count was answered. */
  readonly firstAt: number | undefined;
  readonly readings: number;
  /** Ids seen on this list while the message was looked for; a list without them is out of date. */
  readonly listed: ReadonlySet<string>;
  /** When the grace period began (`startedAt`), and when the entry is discarded unless it is looked up. */
  readonly startedAt: number;
  readonly expiresAt: number;
}

const readingsForProof = 3;
/** A row that was not looked up for this long after its next reading was decided elsewhere or waits for an operator. */
const retentionMs = 2 * 3_600_000;

interface Absences {
  /** State of a row whose outcome is unknown; the first call starts its grace period. */
  of(row: AbsentRow): Absence;
  /** Records the ids of a list that later lists have to contain. */
  recordListed(row: AbsentRow, listed: Iterable<string>): void;
  /**
   * Counts a complete list without the message, just answered. Returns "proven", or how many milliseconds after `requestedAt` the
   * next reading is useful: one grace period after this answer.
   */
  count(row: AbsentRow, requestedAt: number): "proven" | { readonly waitMs: number };
  /** Discards a row: its outcome is no longer unknown. */
  remove(row: AbsentRow): void;
}

export interface AbsentRow {
  readonly campaign: number;
  readonly row: number;
  readonly attempt: number;
  readonly graceMs: number;
  /** When the grace period began: earlier readings do not count. Undefined: when the row was first seen. */
  readonly graceFrom?: number;
}

/**
 * Counts readings of an endpoint's list without a message whose answer was lost, and decides when they prove that it was not sent:
 * three complete readings, each requested after the grace period has ended, spread over at least twice the grace period.
 * A request may wait for the rate limit before it is written, so the spread is measured from the answer of the first reading, which
 * was written before, to the moment when the last one was queued, which was written after. Times are milliseconds of the monotonic
 * clock, so setting the wall clock neither shortens nor blocks a proof. Nothing is stored: a new process counts the grace period and
 * the readings from its own start.
 */
export function createAbsences(monotonic: () => number): Absences {
  const tracked = new Map<string, Absence>();
  const keyOf = ({ campaign, row }: AbsentRow): string => `${campaign}/${row}`;
  let sweepAt = 0;
  const sweep = (now: number): void => {
    if (now < sweepAt) return;
    sweepAt = now + retentionMs;
    for (const [key, { expiresAt }] of tracked) if (expiresAt < now) tracked.delete(key);
  };
  const save = (row: AbsentRow, absence: Omit<Absence, "expiresAt">): Absence => {
    const entry = { ...absence, expiresAt: monotonic() + readingsForProof * row.graceMs + retentionMs };
    tracked.set(keyOf(row), entry);
    return entry;
  };
  const of = (row: AbsentRow): Absence => {
    const now = monotonic();
    const before = tracked.get(keyOf(row));
    if (before?.attempt === row.attempt && before.startedAt >= (row.graceFrom ?? 0)) return before;
    sweep(now);
    const startedAt = row.graceFrom ?? now;
    const graceEnd = startedAt + row.graceMs;
    return save(row, { attempt: row.attempt, startedAt, graceEnd, firstAt: undefined, readings: 0, listed: new Set() });
  };
  return {
    of,
    recordListed(row, listed) {
      const before = of(row);
      save(row, { ...before, listed: new Set([...before.listed, ...listed]) });
    },
    count(row, requestedAt) {
      const before = of(row);
      if (requestedAt < before.graceEnd) return { waitMs: before.graceEnd - requestedAt };
      const answeredAt = Math.max(requestedAt, monotonic());
      const firstAt = before.firstAt ?? answeredAt;
      const readings = before.readings + 1;
      save(row, { ...before, firstAt, readings });
      const isSpread = requestedAt - firstAt >= (readingsForProof - 1) * row.graceMs;
      return readings >= readingsForProof && isSpread ? "proven" : { waitMs: answeredAt + row.graceMs - requestedAt };
    },
    remove: (row) => void tracked.delete(keyOf(row)),
  };
}
