/**
 * Looks up, in the endpoints' own SMS lists, what became of messages whose answer was lost.
 *
 * Invariant: a row leaves `unknown` only by a verdict of `judge.ts` and `absences.ts`, or by a person.
 */
import type { ApiClient } from "../../../api/client.ts";
import { isWithoutList } from "../../../api/sms.ts";
import { readSmsRecord, type SmsRecord } from "../../../api/sms-record.ts";
import { AppError } from "../../../failure.ts";
import type { Clock, Log } from "../../../hosts.ts";
import { backoffMs } from "../../../jobs/backoff.ts";
import type { Ledger, RowCounts, UnknownRow, Verdict } from "../../../jobs/ledger.ts";
import type { AbsentRow, Absences } from "./absences.ts";
import { judge, type Judgement } from "./judge.ts";
import type { RecordClocks } from "./record-clocks.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { isAway } from "../watching/away.ts";
import { readAndHandOn, type OnList } from "../watching/hand-on.ts";

/** What the process knows of messages that are missing from lists: shared by every reconciler in it. */
export interface Proof {
  readonly absences: Absences;
  readonly recordClocks: RecordClocks;
  /** Ids of SMS that the cache has of an endpoint, submitted since a moment (epoch milliseconds) and not cancelled. */
  readonly listedIds: (connectionId: number, endpoint: string, since: number) => Promise<readonly string[]>;
}

export interface ReconcilerOptions {
  readonly api: ApiClient;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Due times of look-ups; see `steadyTime`. */
  readonly steadyNow: () => number;
  readonly log: Log;
  readonly proof: Proof;
  readonly connection: number;
  readonly campaign: number;
  readonly sourceAddress: string;
  readonly graceMs: number;
  /** "ask": a recipient proven not sent waits for a person instead of being sent again. */
  readonly whenNotListed: "send" | "ask";
  readonly onList?: OnList | undefined;
  /** Where nobody waits for it; then no look is lost either to a service that cannot be asked: a round rejects instead. */
  readonly patience?: Patience | undefined;
}

/** How often, and how far apart at most, a row is looked up before it waits for a person. */
export interface Patience {
  readonly checks: number;
  readonly longestMs: number;
}

export interface Round {
  readonly looked: number;
  readonly counts: RowCounts;
  /** In how many milliseconds the next look-up is due; undefined: none is, the remaining ones wait for a person. */
  readonly nextInMs: number | undefined;
}

export interface Reconciler {
  /** Looks up everything that is due now. */
  round(signal: AbortSignal): Promise<Round>;
}

const rowsPerRound = 256;
/** Look-ups at a time, and where lists are as large as this. */
const parallelLookUps = { usual: 8, large: 2 };
const largeListBytes = 1_000_000;
/** Of a run: look-ups that failed, or read a list that proves nothing. Their pauses add up to as long as a proof takes. */
const shortPatience: Patience = { checks: 10, longestMs: 60_000 };
const unclearChecks = 6;
const dayMs = 24 * 3_600_000;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  return new ListReconciler(options);
}

class ListReconciler implements Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #patience: Patience;
  #parallel = parallelLookUps.usual;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#patience = options.patience ?? shortPatience;
  }

  async round(signal: AbortSignal): Promise<Round> {
    const { ledger, steadyNow } = this.#options;
    let looked = 0;
    for (;;) {
      const due = await ledger.dueUnknown(rowsPerRound);
      if (due.rows.length === 0) {
        const nextInMs = due.nextAt === undefined ? undefined : Math.max(0, due.nextAt - steadyNow());
        return { looked, counts: await ledger.counts(), nextInMs };
      }
      for (let start = 0; start < due.rows.length;) {
        const group = due.rows.slice(start, start + this.#parallel);
        const verdicts = await Promise.all(group.map((row) => this.#lookUp(row, signal)));
        await ledger.reconcile(verdicts);
        looked += group.length;
        start += group.length;
      }
    }
  }

  async #lookUp(row: UnknownRow, signal: AbortSignal): Promise<Verdict> {
    const { campaign, graceMs, patience, log } = this.#options;
    const subject = { campaign, row: row.row, attempt: row.attempt, graceMs };
    try {
      return await this.#readAndEvaluate(row, subject, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      if (patience !== undefined && isAway(error)) throw error;
      log.warn("campaign.look-up-failed", { row: row.row, code: error.code });
      const detail = `The endpoint's SMS list could not be read: ${error.message}`;
      if (isWithoutList(error)) return this.#later(row, error.code, detail, 0);
      // A refusal does not pass by itself: one more look, then a person.
      const refused = patience === undefined && error.details?.["kind"] === "refused";
      return this.#later(row, error.code, detail, refused ? 2 : this.#patience.checks);
    }
  }

  async #readAndEvaluate(row: UnknownRow, subject: AbsentRow, signal: AbortSignal): Promise<Verdict> {
    const { clock, connection, sourceAddress, store, steadyNow } = this.#options;
    const { absences, recordClocks, listedIds } = this.#options.proof;
    const { graceEnd } = absences.of(subject);
    const since = clock.now() - dayMs;
    absences.saw(subject, await listedIds(connection, row.target, since));
    // Before the request is queued: what the list shows is of this moment or later.
    const requestedAt = clock.monotonic();
    const { records, complete, asOf } = await this.#readList(row.target, signal);
    const { text, intentAt } = row;
    const owned = await store.ownedSms({
      connection,
      endpoint: row.target,
      text,
      sourceAddress,
      intentAt,
      listedAt: asOf,
    });
    // The same text is on its way to the same endpoint: whose record it is shows when that has its answer.
    if (owned.rivals > 0) return stillUnknown(row, "same-text-under-way", rivalled, steadyNow() + rivalMs);
    const judgement = judge({
      row,
      seen: records,
      sourceAddress,
      complete,
      expected: [...absences.of(subject).listed, ...owned.recent],
      owned: new Set(owned.ids),
      nameless: owned.nameless,
      recordClock: await recordClocks.of(connection, async (id) => (await this.#readList(id, signal)).records),
      inGrace: requestedAt < graceEnd,
    });
    absences.saw(subject, recentIds(records, since));
    return this.#verdictOf(row, subject, requestedAt, judgement);
  }

  async #readList(
    endpoint: string,
    signal: AbortSignal,
  ): Promise<{ readonly records: readonly SmsRecord[]; readonly complete: boolean; readonly asOf: number }> {
    const { records, complete, asOf, bytes } = await readAndHandOn(this.#options, endpoint, signal);
    this.#parallel = bytes > largeListBytes ? parallelLookUps.large : parallelLookUps.usual;
    return { records: records.map(readSmsRecord), complete, asOf };
  }

  #verdictOf(row: UnknownRow, subject: AbsentRow, requestedAt: number, judgement: Judgement): Verdict {
    const { proof, whenNotListed } = this.#options;
    const mayBeSent = whenNotListed === "send" || !row.wanted;
    if (row.proven && !mayBeSent && (judgement.found === "wait" || judgement.found === "absent")) return waiting(row);
    switch (judgement.found) {
      case "accepted":
        proof.absences.drop(subject);
        return { row: row.row, attempt: row.attempt, found: "accepted", reference: judgement.reference };
      case "wait":
        return this.#notListedYet(row, proof.absences.of(subject).graceEnd - requestedAt);
      case "absent": {
        const counted = proof.absences.count(subject, requestedAt);
        if (counted !== "proven") return this.#notListedYet(row, counted.waitMs);
        // An earlier attempt in doubt is looked up next under the same number.
        proof.absences.drop(subject);
        // Nobody is to be asked about one that is cancelled then.
        return mayBeSent ? { row: row.row, attempt: row.attempt, found: "not-sent" } : waiting(row);
      }
      case "unclear": {
        const { checks } = this.#patience;
        // A list that is not up to date may be at the next reading; a record that may be the message stays as it is.
        const worth = judgement.stale === true ? checks : Math.min(checks, unclearChecks);
        return this.#later(row, judgement.code, judgement.detail, worth);
      }
    }
  }

  #notListedYet(row: UnknownRow, waitMs: number): Verdict {
    const detail = "Not on the endpoint's SMS list yet; the service may still be working on it.";
    return stillUnknown(row, "not-listed-yet", detail, this.#options.steadyNow() + Math.ceil(waitMs));
  }

  #later(row: UnknownRow, code: string, detail: string, checks: number): Verdict {
    const restMs = backoffMs(row.checks, 500, this.#patience.longestMs);
    const nextCheckAt = row.checks + 1 >= checks ? undefined : this.#options.steadyNow() + restMs;
    return stillUnknown(row, code, detail, nextCheckAt);
  }
}

/** Ids that the next reading has to hold as well. */
function recentIds(records: readonly SmsRecord[], since: number): string[] {
  return records.flatMap(({ id, delivery, submittedAt }) =>
    id !== undefined && delivery !== "cancelled" && (submittedAt ?? since) >= since ? [id] : [],
  );
}

/** How long a message of the same text is given to get its answer. */
const rivalMs = 1_000;
const rivalled = "The same text is being sent to this endpoint right now.";

/** Proven not sent, for a person to decide. */
function waiting(row: UnknownRow): Verdict {
  const detail = "The service did not take this message. Retry sends it; nothing is sent by itself.";
  return stillUnknown(row, "proven-not-sent", detail, undefined);
}

function stillUnknown(
  { row, attempt }: UnknownRow,
  code: string,
  detail: string,
  nextCheckAt: number | undefined,
): Verdict {
  return { row, attempt, found: "still-unknown", code, detail, nextCheckAt };
}
