/** Reads an endpoint's SMS list and evaluates it for one message whose outcome is open. */
import type { ApiClient } from "../../../core/api/client.ts";
import { readSmsRecord, type SmsRecord } from "../../../core/api/sms-record.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { readAndNotifyObserver, type OnList } from "../watching/read-list.ts";
import type { AbsentRow, Absences } from "./absences.ts";
import { classifyList, type Intent, type ListClassification, type RecordClock } from "./classify-list.ts";
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
