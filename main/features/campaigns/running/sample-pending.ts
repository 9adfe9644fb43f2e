/**
 * Reads some lists before a campaign sends, to find a message that this database does not have. This detects an older database whose
 * send mark is just as old.
 */
import { isWithoutList } from "../../../core/api/sms.ts";
import { AppError } from "#shared/failure.ts";
import type { PendingRow } from "../ledger/queries-mark.ts";
import { isConnectivityError } from "../watching/connectivity-error.ts";
import { createListEvaluator, type ListEvaluator } from "./list-evaluator.ts";
import { beforeClaim, type PendingVerifierOptions } from "./verify-pending.ts";

export interface PendingSamplerOptions extends PendingVerifierOptions {
  readonly random: () => number;
}

export interface Sample {
  /** Number of rows in the sample. */
  readonly rows: number;
  /** The service lists what may be a message of a sampled row that this database does not have. */
  readonly listed: boolean;
  /** Rows whose lists were inconclusive although others can be read. */
  readonly unread: readonly number[];
  /** Why no list could be read. */
  readonly failure: AppError | undefined;
  /** Whether the service provides the lists that prove outcomes; undefined where this was not determined. */
  readonly hasLists: boolean | undefined;
}

type Sampled =
  | { readonly kind: "listed" | "not-listed" | "without-list" | "incomplete" }
  | { readonly kind: "not-read"; readonly failure?: AppError };

/** Rows of a sample: this many of the next ones in claim order, and as many at random. */
const sampleRows = 10;

/** Looks up the next rows in claim order and some random ones, once. Throws where the service is not reachable. */
export async function samplePending(options: PendingSamplerOptions, signal: AbortSignal): Promise<Sample> {
  const { store, campaign, random } = options;
  const evaluator = createListEvaluator({
    ...options,
    sourceAddress: campaign.sourceAddress,
    intentMeasured: false,
  });
  const numbers = Array.from({ length: sampleRows }, () => random());
  const rows = await store.sampleClaimable({ campaign: campaign.id, next: sampleRows, random: numbers });
  const sampled = new Map<number, Sampled>();
  for (let start = 0; start < rows.length;) {
    const group = rows.slice(start, start + evaluator.parallel);
    const samples = await Promise.all(group.map((row) => sampleOne(options, evaluator, row, signal)));
    for (const [index, { row }] of group.entries()) sampled.set(row, samples[index] ?? { kind: "not-read" });
    start += group.length;
  }
  return summarize(sampled);
}

function summarize(sampled: ReadonlyMap<number, Sampled>): Sample {
  const all = [...sampled.values()];
  const hasKind = (...kinds: readonly Sampled["kind"][]): boolean => all.some(({ kind }) => kinds.includes(kind));
  const readable = hasKind("listed", "not-listed");
  // A service that never returns complete lists cannot prove anything.
  const unread = readable ? ["not-read", "incomplete"] : ["not-read"];
  return {
    rows: sampled.size,
    listed: hasKind("listed"),
    unread: [...sampled].flatMap(([row, { kind }]) => (unread.includes(kind) ? [row] : [])),
    failure: readable ? undefined : all.flatMap((one) => (one.kind === "not-read" ? (one.failure ?? []) : []))[0],
    hasLists: readable || (hasKind("without-list", "incomplete") ? false : undefined),
  };
}

async function sampleOne(
  { campaign, graceMs, proof, log }: PendingSamplerOptions,
  evaluator: ListEvaluator,
  { row, target, text }: PendingRow,
  signal: AbortSignal,
): Promise<Sampled> {
  const intent = { text, intentAt: campaign.createdAt, intentOffsetMs: undefined };
  const subject = { campaign: campaign.id, row, attempt: beforeClaim, graceMs };
  try {
    const { classification } = await evaluator.evaluate({ ...intent, target, graceEnded: true }, subject, signal);
    switch (classification.kind) {
      case "absent":
      case "wait":
        return { kind: "not-listed" };
      case "rival":
        return { kind: "not-read" };
      case "accepted":
        return { kind: "listed" };
      case "unclear":
        // The last check of `classifyList`: nothing on the list resembles the message.
        if (classification.code === "list-too-young") return { kind: "not-listed" };
        if (classification.code === "list-incomplete") return { kind: "incomplete" };
        return { kind: classification.stale === true ? "not-read" : "listed" };
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError) || isConnectivityError(error)) throw error;
    log.warn("campaign.sample-failed", { row, code: error.code });
    // A missing list of this endpoint says nothing about others, and a rejection is permanent.
    const isRejected = error.details?.["kind"] === "refused";
    return isWithoutList(error) || isRejected ? { kind: "without-list" } : { kind: "not-read", failure: error };
  } finally {
    proof.absences.remove(subject);
  }
}
