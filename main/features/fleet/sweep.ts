/**
 * Removes rows from the lists that a complete walk has not seen.
 *
 * A walk can appear complete although it missed a row: one deletion and one creation between two pages leave the total unchanged, and a
 * list without a total just ends. So nothing is removed before a sample of the missing rows was requested by id.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { fetchPage } from "../../core/api/collections.ts";
import { readId } from "../../core/api/json.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import type { FleetDeps, SyncRequest } from "./deps.ts";
import type { RunEnd, RunRow } from "./queries-sync.ts";
import { spread } from "./queries-unseen.ts";

/** Number of missing rows that are requested by id. */
const sampleSize = 20;
const atOnce = 4;
/** Without a total from the service: the share of the cached rows that a list must contain to be accepted. */
const believedShare = 0.9;

export interface SweepVerdict {
  /** The end of the run; partial when the sweep was found unsafe. */
  readonly end: RunEnd;
  readonly requests: number;
}

/** Decides whether the rows that a complete run has not seen were deleted; requests a sample of them from the service. */
export async function evaluateSweep(
  { store }: FleetDeps,
  request: SyncRequest,
  run: RunRow,
  end: RunEnd,
): Promise<SweepVerdict> {
  const { count, sample } = await missing(store, run, request.signal);
  if (count === 0) return { end, requests: 0 };
  const cachedCount = end.unique + count;
  if (end.promised === undefined && end.unique < believedShare * cachedCount) {
    const reason = codedText("sync-list-too-short", { count: end.unique, cached: cachedCount });
    return { end: { ...end, state: "partial", reason }, requests: 0 };
  }
  return checkMissing(request, sample, end);
}

/** Removes every row that the run has not seen. */
export async function sweep({ store, clock }: FleetDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  let from: number | undefined = 0;
  while (from !== undefined) {
    throwIfStopped(signal);
    ({ next: from } = await store.sweepGone(run, from, clock.now()));
  }
}

async function missing(
  store: FleetDeps["store"],
  run: RunRow,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly sample: readonly string[] }> {
  let count = 0;
  let sample: readonly string[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    throwIfStopped(signal);
    const step: Awaited<ReturnType<typeof store.unseenRows>> = await store.unseenRows(run, from, sampleSize);
    count += step.count;
    sample = [...sample, ...step.sample];
    from = step.next;
  }
  return { count, sample: spread(sample, sampleSize) };
}

async function checkMissing(request: SyncRequest, ids: readonly string[], end: RunEnd): Promise<SweepVerdict> {
  let requests = 0;
  for (let from = 0; from < ids.length; from += atOnce) {
    const batch = ids.slice(from, from + atOnce);
    requests += batch.length;
    const answers = await Promise.all(batch.map((id) => checkExistence(request, id)));
    const index = answers.findIndex((answer) => answer !== "gone");
    if (index < 0) continue;
    const reason =
      answers[index] === "there"
        ? codedText("sync-list-changed", { id: batch[index] ?? "" })
        : codedText("sync-removal-unconfirmed");
    return { end: { ...end, state: "partial", reason }, requests };
  }
  return { end, requests };
}

async function checkExistence(
  { connection, collection, signal }: SyncRequest,
  id: string,
): Promise<"there" | "gone" | "not-told"> {
  try {
    const page = await fetchPage(connection.api, collection, {
      page: 1,
      perPage: 10,
      q: `id:${id}`,
      priority: "sync",
      signal,
    });
    return page.items.some((record) => readId(record["id"]) === id) ? "there" : "gone";
  } catch (error) {
    if (error instanceof AppError && unfilterable.has(error.details?.["status"])) return "not-told";
    throw error;
  }
}

/** Statuses that mean that the list cannot be filtered by id. */
const unfilterable: ReadonlySet<unknown> = new Set([400, 422]);
