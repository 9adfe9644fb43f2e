/**
 * Looks up the outcome of messages whose answer was lost, in the endpoints' SMS lists.
 *
 * Invariant: a row leaves `unknown` only by a verdict of `list-evaluator.ts`, or by an operator.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { isWithoutList } from "../../../core/api/sms.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { Clock, Log } from "../../../core/hosts.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import type { Ledger, RowCounts, UnknownRow, Verdict } from "../../../core/jobs/ledger.ts";
import {
  type AbsentRow,
  competitorWindowMs,
  createListEvaluator,
  type Evaluation,
  type ListEvaluator,
  type Proof,
} from "./list-evaluator.ts";
import type { LeaseHolder } from "../ledger/queries-lease.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { isConnectivityError, isUnansweredError, type OnList } from "../watching/read-list.ts";
import type { Probe } from "./service-wait.ts";

export interface ReconcilerOptions {
  readonly api: ApiClient;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Clock for due times of look-ups; see `steadyTime`. */
  readonly steadyNow: () => number;
  readonly log: Log;
  readonly proof: Proof;
  readonly holder: LeaseHolder;
  readonly connection: number;
  readonly campaign: number;
  readonly sourceAddress: string;
  readonly graceMs: number;
  /** "ask": a recipient proven not sent waits for an operator instead of being sent again. */
  readonly whenNotListed: "send" | "ask";
  readonly onList?: OnList;
  readonly retries: RetryPolicy;
  readonly probe: (signal: AbortSignal) => Promise<Probe>;
}

/** How often, and at most how far apart, a row is looked up before it waits for an operator. */
export interface RetryPolicy {
  readonly checks: number;
  readonly longestMs: number;
  /** Maximum number of readings that the service rejects. */
  readonly rejectedChecks: number;
  /** While the service is not reachable, a round rejects and no row uses up a check. */
  readonly awaitsService: boolean;
}

/** Limit for look-ups that failed or read an inconclusive list. Their delays add up to the duration of a proof. */
const short = { checks: 10, longestMs: 60_000, rejectedChecks: 2 };

export const retryPolicies = {
  /** An operator waits for the outcome. */
  attended: { ...short, awaitsService: false },
  run: { ...short, awaitsService: true },
  /** With an hour between the last ones: about a day in total. */
  background: { checks: 30, longestMs: 60 * 60_000, rejectedChecks: 30, awaitsService: true },
} as const satisfies Record<string, RetryPolicy>;

interface Round {
  readonly checked: number;
  readonly counts: RowCounts;
  /** Milliseconds until the next look-up is due; undefined: none is, the remaining ones wait for an operator. */
  readonly nextInMs: number | undefined;
}

export interface Reconciler {
  /** Looks up everything that is due now. Rejects with the failure of the reading where the service is not reachable. */
  round(signal: AbortSignal): Promise<Round>;
}

const rowsPerRound = 256;
const unclearChecks = 6;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  return new ListReconciler(options);
}

class ListReconciler implements Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #evaluator: ListEvaluator;
  #probing: Promise<Probe> | undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#evaluator = createListEvaluator({ ...options, intentMeasured: true });
  }

  async round(signal: AbortSignal): Promise<Round> {
    const { ledger, steadyNow } = this.#options;
    let checked = 0;
    for (;;) {
      const due = await ledger.dueUnknown(rowsPerRound);
      if (due.rows.length === 0) {
        const nextInMs = due.nextAt === undefined ? undefined : Math.max(0, due.nextAt - steadyNow());
        return { checked, counts: await ledger.counts(), nextInMs };
      }
      for (let start = 0; start < due.rows.length;) {
        const group = due.rows.slice(start, start + this.#evaluator.parallel);
        const verdicts = await Promise.all(group.map((row) => this.#lookUp(row, signal)));
        await ledger.reconcile(verdicts);
        checked += group.length;
        start += group.length;
      }
    }
  }

  async #lookUp(row: UnknownRow, signal: AbortSignal): Promise<Verdict> {
    const { campaign, graceMs, retries, log } = this.#options;
    const subject = { campaign, row: row.row, attempt: row.attempt, graceMs };
    try {
      return this.#verdictOf(row, subject, await this.#evaluator.evaluate(row, subject, signal));
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      if (retries.awaitsService && (await this.#isServiceUnreachable(error, signal))) throw error;
      log.warn("campaign.look-up-failed", { row: row.row, code: error.code });
      const detail = codedText("list-not-read", { failure: textOf(error) });
      if (isWithoutList(error)) return this.#later(row, error.code, detail, 0);
      const isRejected = error.details?.["kind"] === "refused";
      return this.#later(row, error.code, detail, isRejected ? retries.rejectedChecks : retries.checks);
    }
  }

  #verdictOf(row: UnknownRow, subject: AbsentRow, { classification, requestedAt }: Evaluation): Verdict {
    const { proof, whenNotListed, steadyNow } = this.#options;
    const mayBeSent = whenNotListed === "send" || !row.isResendable;
    if (row.proven && !mayBeSent && (classification.kind === "wait" || classification.kind === "absent"))
      return waiting(row);
    switch (classification.kind) {
      case "rival":
        return stillUnknown(
          row,
          "same-text-under-way",
          codedText("same-text-under-way"),
          steadyNow() + backoffMs(row.checks, competitorWindowMs, this.#options.retries.longestMs),
        );
      case "accepted":
        proof.absences.remove(subject);
        return { row: row.row, attempt: row.attempt, kind: "accepted", reference: classification.reference };
      case "wait":
        return this.#notListedYet(row, proof.absences.of(subject).graceEnd);
      case "absent": {
        const absence = proof.absences.count(subject, requestedAt);
        if (absence !== "proven") return this.#notListedYet(row, requestedAt + absence.waitMs);
        // An earlier unconfirmed attempt is looked up next under the same number.
        proof.absences.remove(subject);
        // A row that will be cancelled needs no decision by an operator.
        return mayBeSent ? { row: row.row, attempt: row.attempt, kind: "not-sent" } : waiting(row);
      }
      case "unclear": {
        const { checks } = this.#options.retries;
        // A list that is out of date may be current at the next reading; a record that may be the message does not change.
        const worth = classification.stale === true ? checks : Math.min(checks, unclearChecks);
        return this.#later(row, classification.code, classification.detail, worth);
      }
    }
  }

  /** A lost answer may concern this list only: then the service answers a probe. */
  async #isServiceUnreachable(error: AppError, signal: AbortSignal): Promise<boolean> {
    if (isConnectivityError(error)) return true;
    if (!isUnansweredError(error)) return false;
    this.#probing ??= this.#options.probe(signal);
    try {
      return (await this.#probing).kind !== "answered";
    } finally {
      this.#probing = undefined;
    }
  }

  /** `dueAt`: on the monotonic clock. */
  #notListedYet(row: UnknownRow, dueAt: number): Verdict {
    const { clock, steadyNow } = this.#options;
    const nextCheckAt = steadyNow() + Math.ceil(Math.max(0, dueAt - clock.monotonic()));
    return stillUnknown(row, "not-listed-yet", codedText("not-listed-yet"), nextCheckAt);
  }

  #later(row: UnknownRow, code: string, detail: CodedText, checks: number): Verdict {
    const restMs = backoffMs(row.checks, 500, this.#options.retries.longestMs);
    const nextCheckAt = row.checks + 1 >= checks ? undefined : this.#options.steadyNow() + restMs;
    return stillUnknown(row, code, detail, nextCheckAt);
  }
}

/** Proven not sent; waits for an operator. */
function waiting(row: UnknownRow): Verdict {
  return stillUnknown(row, "proven-not-sent", codedText("proven-not-sent"), undefined);
}

function stillUnknown(
  { row, attempt }: UnknownRow,
  code: string,
  detail: CodedText,
  nextCheckAt: number | undefined,
): Verdict {
  return { row, attempt, kind: "still-unknown", code, detail, nextCheckAt };
}
