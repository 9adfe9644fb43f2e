/** Reads an endpoint's own SMS list and evaluates what it says of one message whose outcome is open. */
import type { ApiClient } from "../../../api/client.ts";
import { readSmsRecord, type SmsRecord } from "../../../api/sms-record.ts";
import type { Clock, Log } from "../../../hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { readAndHandOn, type OnList } from "../watching/hand-on.ts";
import type { AbsentRow, Absences } from "./absences.ts";
import { classifyList, type Intent, type ListClassification, type RecordClock } from "./classify-list.ts";
import type { RecordClocks } from "./record-clocks.ts";

/** What the process knows of messages that are missing from lists: shared by everything in it that reads them. */
export interface Proof {
  readonly absences: Absences;
  readonly recordClocks: RecordClocks;
  /** Ids of SMS that the cache has of an endpoint, submitted since a moment (epoch milliseconds) and not cancelled. */
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
  readonly onList?: OnList | undefined;
  /**
   * False where our clock was not compared with the service's at the intent: the offset of now is used instead.
   */
  readonly intentMeasured: boolean;
}

export interface Evaluation {
  /** `rival`: the same text is on its way to the same endpoint; whose record it is shows when that has its answer. */
  readonly classification: ListClassification | { readonly kind: "rival" };
  /** Monotonic milliseconds before the request was queued: it was written, and the list shows what was there, then or later. */
  readonly requestedAt: number;
}

export interface ListEvaluator {
  /** How many lists to read at a time. */
  readonly parallel: number;
  /** Rejects as reading the list does. */
  evaluate(message: LookupTarget, subject: AbsentRow, signal: AbortSignal): Promise<Evaluation>;
}

export interface LookupTarget extends Intent {
  readonly target: string;
  /** Known from elsewhere, whatever `absences` says. */
  readonly graceEnded?: boolean;
  /** Our clock may have been set since the intent by any amount: an earlier date of an equal record proves nothing. */
  readonly anyDate?: boolean;
  /** On the service's clock: it left no earlier than this; the intent by default. */
  readonly leftAt?: number | undefined;
}

/** Look-ups at a time, and where lists are as large as this. */
const parallelLookUps = { usual: 8, large: 2 };
const largeListBytes = 1_000_000;
const dayMs = 24 * 3_600_000;
/** How long a message of the same text is given to get its answer. */
export const rivalMs = 1_000;

export function createListEvaluator(options: ListEvaluatorOptions): ListEvaluator {
  const { clock, store, connection, sourceAddress, intentMeasured } = options;
  const { absences, recordClocks, listedIds } = options.proof;
  let parallel = parallelLookUps.usual;

  async function readList(
    endpoint: string,
    signal: AbortSignal,
  ): Promise<{ readonly records: readonly SmsRecord[]; readonly complete: boolean; readonly asOf: number }> {
    const { records, complete, asOf, bytes } = await readAndHandOn(options, endpoint, signal);
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
      absences.saw(subject, await listedIds(connection, target, since));
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
      if (owned.rivals > 0) return { classification: { kind: "rival" }, requestedAt };
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
        // A message of tomorrow: our clock was set, and its age is not known.
        outlived: Math.abs(ageMs) > dayMs,
      });
      absences.saw(subject, recentIds(records, since));
      return { classification, requestedAt };
    },
  };
}

/** Ids that the next reading has to hold as well. */
function recentIds(records: readonly SmsRecord[], since: number): string[] {
  return records.flatMap(({ id, delivery, submittedAt }) =>
    id !== undefined && delivery !== "cancelled" && (submittedAt ?? since) >= since ? [id] : [],
  );
}
