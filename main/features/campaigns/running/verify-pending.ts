/**
 * Looks up pending recipients that another copy or state of the database may have sent.
 *
 * Invariant: a row becomes claimable only by as many readings as prove that nothing was sent: one when the last message in question
 * left more than an hour ago, otherwise as many as prove it for an unknown outcome (`list-evaluator.ts`), with a grace period that starts
 * with the verification.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { isWithoutList } from "../../../core/api/sms.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { PendingRow, SendState } from "../ledger/queries-mark.ts";
import type { UnverifiedVerdict } from "../ledger/queries-reconcile.ts";
import { markRefreshMs } from "../ledger/sqlite-ledger.ts";
import { isConnectivityError } from "../watching/read-list.ts";
import {
  type AbsentRow,
  competitorWindowMs,
  createListEvaluator,
  type Evaluation,
  type ListEvaluator,
  type ListEvaluatorOptions,
} from "./list-evaluator.ts";
import type { Reconciler } from "./reconciler.ts";

export interface PendingVerifierOptions extends Omit<ListEvaluatorOptions, "sourceAddress" | "intentMeasured"> {
  readonly campaign: Pick<StoredCampaign, "id" | "createdAt" | "sourceAddress" | "options">;
  readonly graceMs: number;
  /** Delay before the first check of an accepted row; undefined where delivery is not checked. */
  readonly firstWatchMs: number | undefined;
}

/** When the unverified rows may have been sent. */
type Suspicion = Pick<SendState, "suspectAt" | "suspectFrom">;

const hourMs = 3_600_000;
/** Rows that are looked up ahead of their claim. */
const rowsAhead = 512;
/** Rows per round; unknown recipients are looked up between two rounds. */
const rowsPerRound = 64;
/**
 * Readings of a row that failed or were inconclusive before it waits for an operator: for a list that may be up to date later, and
 * otherwise.
 */
const staleReadings = 10;
const unclearReadings = 6;
const longestRetryMs = 60_000;
/** No attempt has this number, so look-ups of a row before its claim do not count for its attempts. */
export const beforeClaim = -1;

/** A reconciler that also looks up pending rows. */
export function withPendingVerifier(reconciler: Reconciler, verifier: PendingVerifier): Reconciler {
  return {
    async round(signal) {
      const pending = await verifier.round(signal);
      const { checked, counts, nextInMs } = await reconciler.round(signal);
      const due = [nextInMs, pending.nextInMs].filter((inMs) => inMs !== undefined);
      return { checked: checked + pending.checked, counts, nextInMs: due.length === 0 ? undefined : Math.min(...due) };
    },
  };
}

export class PendingVerifier {
  readonly #options: PendingVerifierOptions;
  readonly #evaluator: ListEvaluator;
  /** When rows that were read before are due again, on the monotonic clock. */
  readonly #due = new Map<number, number>();
  #isStarted: ({ readonly at: number } & Suspicion) | undefined;

  constructor(options: PendingVerifierOptions) {
    this.#options = options;
    const { sourceAddress } = options.campaign;
    this.#evaluator = createListEvaluator({ ...options, sourceAddress, intentMeasured: false });
  }

  /** Sending begins: unverified rows are looked up from now on. */
  begin({ suspectAt, suspectFrom }: Suspicion): void {
    this.#isStarted = { at: this.#isStarted?.at ?? this.#options.clock.monotonic(), suspectAt, suspectFrom };
  }

  /**
   * Looks up what is due; returns how many rows were read, and the delay until the next ones are due. Rejects with the failure of the
   * reading where the service is not reachable.
   */
  async round(signal: AbortSignal): Promise<{ readonly checked: number; readonly nextInMs: number | undefined }> {
    const { store, clock, campaign } = this.#options;
    if (this.#isStarted === undefined) return { checked: 0, nextInMs: undefined };
    const rows = await store.nextUnverified({ campaign: campaign.id, limit: rowsAhead });
    this.#removeOthers(rows);
    const now = clock.monotonic();
    const due = rows.filter(({ row }) => this.#dueAt(row) <= now).slice(0, rowsPerRound);
    for (let start = 0; start < due.length;) {
      const group = due.slice(start, start + this.#evaluator.parallel);
      const lookUps = await Promise.allSettled(group.map((row) => this.#lookUp(row, signal)));
      await this.#decide(lookUps.flatMap((one) => (one.status === "fulfilled" ? (one.value ?? []) : [])));
      const failed = lookUps.find((one) => one.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      start += group.length;
    }
    if (rows.length === 0) return { checked: due.length, nextInMs: undefined };
    const nextAt = Math.min(...rows.map(({ row }) => this.#dueAt(row)));
    return { checked: due.length, nextInMs: Math.max(0, nextAt - clock.monotonic()) };
  }

  #removeOthers(rows: readonly PendingRow[]): void {
    const pendingRows = new Set(rows.map(({ row }) => row));
    for (const row of this.#due.keys()) if (!pendingRows.has(row)) this.#due.delete(row);
  }

  #dueAt(row: number): number {
    return this.#due.get(row) ?? (this.#isStarted?.at ?? 0) + (this.#isOld() ? 0 : this.#options.graceMs);
  }

  /** Whether the last message in question left more than an hour ago, on the service's clock. */
  #isOld(): boolean {
    const { api, clock } = this.#options;
    const offsetMs = api.clockOffsetMs();
    const sentBefore = this.#isStarted?.suspectAt;
    if (offsetMs === undefined || sentBefore === undefined) return false;
    return clock.now() + offsetMs - sentBefore > hourMs + markRefreshMs;
  }

  /** As long as the verification has taken so far: the other message may have no answer for as long as its campaign does not run. */
  #rivalWaitMs(now: number): number {
    return Math.min(longestRetryMs, Math.max(competitorWindowMs, now - (this.#isStarted?.at ?? now)));
  }

  /** Undefined: not decided yet. */
  async #lookUp(
    row: PendingRow & { readonly checks: number },
    signal: AbortSignal,
  ): Promise<UnverifiedVerdict | undefined> {
    try {
      return this.#verdictOf(row, await this.#evaluate(row, signal));
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || isConnectivityError(error)) throw error;
      this.#options.log.warn("campaign.look-up-failed", { row: row.row, code: error.code });
      const detail = codedText("list-not-read", { failure: textOf(error) });
      // A rejection of the read is permanent.
      const passes = !isWithoutList(error) && error.details?.["kind"] !== "refused";
      return this.#again(row, error.code, detail, passes ? staleReadings : 1);
    }
  }

  #verdictOf(
    row: PendingRow & { readonly checks: number },
    { classification, requestedAt }: Evaluation,
  ): UnverifiedVerdict | undefined {
    const { absences } = this.#options.proof;
    const subject = this.#subjectOf(row);
    switch (classification.kind) {
      case "accepted":
        absences.remove(subject);
        return { row: row.row, kind: "accepted", reference: classification.reference };
      case "unclear":
        return this.#again(
          row,
          classification.code,
          classification.detail,
          classification.stale === true ? staleReadings : unclearReadings,
        );
      case "rival":
        this.#due.set(row.row, requestedAt + this.#rivalWaitMs(requestedAt));
        return undefined;
      case "wait":
        this.#due.set(row.row, absences.of(subject).graceEnd);
        return undefined;
      case "absent": {
        // Evaluated again, because the answer may have corrected the offset of the service's clock.
        const absence = this.#isOld() ? "proven" : absences.count(subject, requestedAt);
        if (absence !== "proven") {
          this.#due.set(row.row, requestedAt + absence.waitMs);
          return undefined;
        }
        absences.remove(subject);
        if (this.#options.campaign.options.whenNotListed === "send") return { row: row.row, kind: "not-sent" };
        return { row: row.row, kind: "unclear", code: "proven-not-sent", detail: codedText("proven-not-sent") };
      }
    }
  }

  #again(
    { row, checks }: { readonly row: number; readonly checks: number },
    code: string,
    detail: CodedText,
    limit: number,
  ): UnverifiedVerdict {
    this.#due.set(row, this.#options.clock.monotonic() + backoffMs(checks, 500, longestRetryMs));
    return checks + 1 >= limit ? { row, kind: "unclear", code, detail } : { row, kind: "again" };
  }

  /** One reading, evaluated as for a message that was attempted when the campaign was planned. */
  #evaluate({ row, target, text }: PendingRow, signal: AbortSignal): Promise<Evaluation> {
    const intent = { text, intentAt: this.#options.campaign.createdAt, intentOffsetMs: undefined };
    const evidence = { graceEnded: this.#isOld(), anyDate: true, leftAt: this.#isStarted?.suspectFrom };
    return this.#evaluator.evaluate({ ...intent, ...evidence, target }, this.#subjectOf({ row }), signal);
  }

  #subjectOf({ row }: { readonly row: number }): AbsentRow {
    const { campaign, graceMs } = this.#options;
    return { campaign: campaign.id, row, attempt: beforeClaim, graceMs, graceFrom: this.#isStarted?.at };
  }

  async #decide(verdicts: readonly UnverifiedVerdict[]): Promise<void> {
    if (verdicts.length === 0) return;
    const { store, clock, campaign, firstWatchMs } = this.#options;
    const now = clock.now();
    const watchAt = firstWatchMs === undefined ? undefined : now + firstWatchMs;
    await store.decideUnverified({ campaign: campaign.id, verdicts, now, watchAt });
  }
}
