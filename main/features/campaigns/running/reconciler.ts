/**
 * Looks up, in the endpoints' own SMS lists, what became of messages whose answer was lost.
 *
 * Invariant: a row leaves `unknown` only by a verdict of `judge.ts` or by a person.
 */
import type { ApiClient } from "../../../api/client.ts";
import { readSmsRecord } from "../../../api/sms-record.ts";
import { AppError } from "../../../failure.ts";
import type { Clock, Log } from "../../../hosts.ts";
import { backoffMs } from "../../../jobs/backoff.ts";
import type { Ledger, RowCounts, UnknownRow, Verdict } from "../../../jobs/ledger.ts";
import { judge } from "./judge.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { isAway } from "../watching/away.ts";
import { readAndHandOn, type OnList } from "../watching/hand-on.ts";

export interface ReconcilerOptions {
  readonly api: ApiClient;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly connection: number;
  readonly sourceAddress: string;
  readonly graceMs: number;
  /** "ask": a recipient proven not sent waits for a person instead of being sent again. */
  readonly provenNotSent: "send" | "ask";
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
  /** When the next look-up is due; undefined: none is, the remaining ones wait for a person. */
  readonly nextAt: number | undefined;
}

export interface Reconciler {
  /** Looks up everything that is due now. */
  round(signal: AbortSignal): Promise<Round>;
}

const parallelLookUps = 8;
const rowsPerRound = 256;
/** Of a run: look-ups that failed or said nothing. */
const shortPatience: Patience = { checks: 6, longestMs: 60_000 };

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { ledger, clock, patience = shortPatience } = options;

  async function lookUp(row: UnknownRow, signal: AbortSignal): Promise<Verdict> {
    try {
      const { records, complete } = await readAndHandOn(options, row.target, signal);
      const seen = records.map(readSmsRecord);
      const owned = await options.store.ownedSms({
        connection: options.connection,
        endpoint: row.target,
        text: row.text,
        sourceAddress: options.sourceAddress,
        intentAt: row.intentAt,
      });
      // The same text is on its way to the same endpoint: whose record it is shows when that has its answer.
      if (owned.rivals > 0) return rivalled(row, clock.now());
      const judgement = judge({
        row,
        seen,
        sourceAddress: options.sourceAddress,
        complete,
        owned: new Set(owned.ids),
        nameless: owned.nameless,
        offsetMs: options.api.clockOffsetMs(),
        now: clock.now(),
        graceMs: options.graceMs,
      });
      return verdictOf(row, judgement);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      if (options.patience !== undefined && isAway(error)) throw error;
      options.log.warn("campaign.look-up-failed", { row: row.row, code: error.code });
      const detail = `The endpoint's SMS list could not be read: ${error.message}`;
      // A refusal does not pass by itself: one more look, then a person.
      const given = options.patience === undefined && error.details?.["kind"] === "refused";
      return later(row, error.code, detail, given ? 2 : patience.checks);
    }
  }

  function verdictOf(row: UnknownRow, judgement: ReturnType<typeof judge>): Verdict {
    switch (judgement.found) {
      case "accepted":
        return { row: row.row, attempt: row.attempt, found: "accepted", reference: judgement.reference };
      case "not-sent":
        // Nobody is to be asked about one that is cancelled then.
        return options.provenNotSent === "send" || !row.wanted
          ? { row: row.row, attempt: row.attempt, found: "not-sent" }
          : forPerson(row);
      case "wait": {
        const detail = "Not on the endpoint's SMS list yet; the service may still be working on it.";
        return {
          row: row.row,
          attempt: row.attempt,
          found: "still-unknown",
          code: "not-listed-yet",
          detail,
          nextCheckAt: judgement.until,
        };
      }
      case "unclear":
        return later(row, judgement.code, judgement.detail);
    }
  }

  function later(row: UnknownRow, code: string, detail: string, checks = patience.checks): Verdict {
    const nextCheckAt =
      row.checks + 1 >= checks ? undefined : clock.now() + backoffMs(row.checks, 500, patience.longestMs);
    return { row: row.row, attempt: row.attempt, found: "still-unknown", code, detail, nextCheckAt };
  }

  return {
    async round(signal) {
      let looked = 0;
      for (;;) {
        const due = await ledger.dueUnknown(rowsPerRound);
        if (due.rows.length === 0) return { looked, counts: await ledger.counts(), nextAt: due.nextAt };
        for (let start = 0; start < due.rows.length; start += parallelLookUps) {
          const group = due.rows.slice(start, start + parallelLookUps);
          const verdicts = await Promise.all(group.map((row) => lookUp(row, signal)));
          await ledger.reconcile(verdicts);
          looked += group.length;
        }
      }
    },
  };
}

/** How long a message of the same text is given to get its answer. */
const rivalMs = 1_000;

function rivalled({ row, attempt }: UnknownRow, now: number): Verdict {
  const detail = "The same text is being sent to this endpoint right now.";
  return { row, attempt, found: "still-unknown", code: "same-text-under-way", detail, nextCheckAt: now + rivalMs };
}

function forPerson(row: UnknownRow): Verdict {
  const detail = "The service did not take this message. Retry sends it; nothing is sent by itself.";
  return {
    row: row.row,
    attempt: row.attempt,
    found: "still-unknown",
    code: "proven-not-sent",
    detail,
    nextCheckAt: undefined,
  };
}
