/** Reads an endpoint's SMS list and evaluates it for one message whose outcome is open. */
import type { ApiClient } from "../../../core/api/client.ts";
import { readSmsRecord, type SmsRecord } from "../../../core/api/sms.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import type { LeaseHolder } from "../ledger/queries-lease.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { isConnectivityError, type OnList, readAndNotifyObserver } from "../watching/read-list.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { UnknownRow } from "../../../core/jobs/ledger.ts";

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
  readonly holder: LeaseHolder;
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

interface LookupTarget extends Intent {
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

  /** A list that can't be read has no sample, and says nothing about the message that is looked up. */
  async function readSample(endpoint: string, signal: AbortSignal): Promise<readonly SmsRecord[]> {
    try {
      return (await readList(endpoint, signal)).records;
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || isConnectivityError(error)) throw error;
      return [];
    }
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
        holder: options.holder,
      });
      if (owned.competitors > 0) return { classification: { kind: "rival" }, requestedAt };
      const measured = await recordClocks.of(connection, (endpoint) => readSample(endpoint, signal));
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

// Measures the offset of the dates of a service's SMS records from its `Date` headers, with three accepted messages
// of the last hour whose records are read back. Stored for a connection and measured again each day.

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

interface RecordClocks {
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

// Evaluates one reading of an endpoint's SMS list for a message whose answer was lost. Pure.
// - A record is ours if it has the same payload and source address, was submitted at or after the intent on the clock of the
//   service's records, and is owned by no other recipient.
// - A complete list without one is one absence; `Absences` defines how many of them prove that nothing was accepted. More than a
//   day after the message, only a list with an older record counts.
// - A record that cannot be read or dated leaves the outcome open, and so does one that a service which rewrites senders or texts
//   could have made of ours.

/** The text that was to be sent, and when. */
type Intent = Pick<UnknownRow, "text" | "intentAt" | "intentOffsetMs">;

/** Offset of the dates of SMS records from the `Date` headers of the same service. */
export interface RecordClock {
  /** `submit_date` minus `Date`. */
  readonly offsetMs: number;
  /** A record dated up to this long before the intent may still be this message. */
  readonly toleranceMs: number;
}

/**
 * Tolerance while the record clock is unknown: a local time without its zone is at most 14 hours off, plus the error of a wrong
 * clock.
 */
const unknownClockMs = 26 * 3_600_000;

/** Clocks are compared through `Date` headers and dates cut to whole seconds; this covers the rounding. */
const clockSlackMs = 3_000;

export interface ClassifyListInput {
  readonly row: Intent;
  readonly sourceAddress: string;
  /** Records of the endpoint's list. */
  readonly seen: readonly SmsRecord[];
  /** Whether the list is known to be complete. */
  readonly complete: boolean;
  /** Ids that an up-to-date list contains: accepted or listed for this endpoint in the last day, and not cancelled. */
  readonly expected: Iterable<string>;
  /** SMS ids that our recipients own. */
  readonly owned: ReadonlySet<string>;
  /** Recipients with the same text and source address but without an id that may own a record. */
  readonly nameless: number;
  /** Undefined until it was measured. */
  readonly recordClock: RecordClock | undefined;
  /** The list was requested before the grace period of the attempt ended: the service may still be processing the message. */
  readonly inGrace: boolean;
  /** More than a day may lie between the message and this list, so the service may have dropped its record. */
  readonly outlived: boolean;
}

type ListClassification =
  | { readonly kind: "accepted"; readonly reference: string }
  /** A complete, up-to-date list without the message. */
  | { readonly kind: "absent" }
  /** Too early to decide. */
  | { readonly kind: "wait" }
  /** `stale`: another reading may be conclusive. */
  | { readonly kind: "unclear"; readonly code: string; readonly detail: CodedText; readonly stale?: boolean };

export function classifyList(input: ClassifyListInput): ListClassification {
  const { row, recordClock } = input;
  const offset = row.intentOffsetMs;
  const earliest = row.intentAt + (offset ?? 0) + (recordClock?.offsetMs ?? 0) - clockSlackMs;
  /** By id, because a list may have a record twice. */
  const mine = new Map<string, number>();
  let unreadable = 0;
  /** Not sent by the device, not owned by another recipient, not from before the intent. */
  const isNew = ({ direction, id, submittedAt }: SmsRecord): boolean => {
    if (direction === "mo" || (id !== undefined && input.owned.has(id))) return false;
    // Where the service's clock is unknown, an earlier date proves nothing.
    return submittedAt === undefined || submittedAt >= earliest || offset === undefined;
  };
  for (const sms of input.seen) {
    if (!isNew(sms)) continue;
    if (sms.payload !== undefined && sms.payload !== row.text) continue;
    if (sms.sourceAddress !== undefined && !sameAddress(sms.sourceAddress, input.sourceAddress)) continue;
    const { id, payload, sourceAddress, submittedAt } = sms;
    const readable = id !== undefined && payload !== undefined && sourceAddress !== undefined;
    if (readable && submittedAt !== undefined && submittedAt >= earliest) mine.set(id, submittedAt);
    else unreadable += 1;
  }
  const [reference] = [...mine].toSorted(([, a], [, b]) => a - b)[input.nameless] ?? [];
  if (reference !== undefined) return { kind: "accepted", reference };
  if (mine.size > 0) {
    return unclear("not-attributable");
  }
  if (unreadable > 0) return { kind: "unclear", code: "list-unreadable", detail: codedText("record-unreadable") };
  if (!input.complete) return stale("list-incomplete", codedText("list-incomplete"));
  const listed = new Set(input.seen.map(({ id }) => id));
  for (const id of input.expected) {
    if (!listed.has(id)) return stale("list-stale", codedText("list-stale", { id }));
  }
  if (input.inGrace) return { kind: "wait" };
  const toleranceMs = recordClock === undefined || offset === undefined ? unknownClockMs : recordClock.toleranceMs;
  if (input.seen.some((sms) => isDatedJustBefore(sms, input, earliest, toleranceMs))) {
    return unclear("similar-time");
  }
  if (input.seen.some((sms) => isNew(sms) && isSimilar(sms, row.text, input.sourceAddress))) {
    return unclear("similar-record");
  }
  const surelyBefore = earliest - Math.min(toleranceMs, unknownClockMs);
  if (input.outlived && !input.seen.some((sms) => isFromBefore(sms, surelyBefore))) return unclear("list-too-young");
  return { kind: "absent" };
}

/** A record that may be this message, without an owner, dated before the intent by less than the tolerance. */
function isDatedJustBefore(
  sms: SmsRecord,
  { row, sourceAddress, owned }: ClassifyListInput,
  earliest: number,
  toleranceMs: number,
): boolean {
  const { direction, id, submittedAt } = sms;
  if (direction === "mo" || (id !== undefined && owned.has(id))) return false;
  if (submittedAt === undefined || submittedAt >= earliest || submittedAt <= earliest - toleranceMs) return false;
  return isSimilar(sms, row.text, sourceAddress);
}

/** Only records of messages to the device show how far back a list reaches. */
function isFromBefore({ direction, submittedAt }: SmsRecord, time: number): boolean {
  return direction !== "mo" && submittedAt !== undefined && submittedAt < time;
}

/** This message, or what remains of it when a service replaces its sender, omits or normalises its text, or lists its parts. */
function isSimilar({ payload, sourceAddress }: SmsRecord, text: string, from: string): boolean {
  if (payload === undefined) return true;
  if (sourceAddress !== undefined && !sameAddress(sourceAddress, from)) return payload === text;
  const [listed, sent] = [tidy(payload), tidy(text)];
  return listed === sent || (listed.length >= shortestPart && sent.includes(listed));
}

/** Letters and digits in the first part of a long SMS, at least. */
const shortestPart = 40;

/** Services replace characters that an SMS cannot carry: only letters and digits are compared, without their marks. */
function tidy(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** The service may return an address with a plus sign that was not sent. */
function sameAddress(a: string, b: string): boolean {
  return a.replace(/^\+/u, "") === b.replace(/^\+/u, "");
}

function unclear(code: "not-attributable" | "similar-time" | "similar-record" | "list-too-young"): ListClassification {
  return { kind: "unclear", code, detail: codedText(code) };
}

function stale(code: string, detail: CodedText): ListClassification {
  return { kind: "unclear", code, detail, stale: true };
}
