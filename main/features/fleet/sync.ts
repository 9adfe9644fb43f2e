/**
 * Updates the cache of one collection and proves how complete it is.
 *
 * Invariants: what was read is saved, page by page; a row leaves the lists only when a walk was proved complete without it; an interrupted
 * sync is resumed only while it is recent and its last page is unchanged, otherwise it is restarted.
 */
import { collectionTexts } from "./collection-texts.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import type { Collection, SyncReport } from "#shared/contract/fleet/fleet.ts";
import { walkCollection, fetchPage } from "../../core/api/collections.ts";
import { readId } from "../../core/api/json.ts";
import type { WalkVerdict } from "../../core/api/walk-verdict.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import type { FleetDeps, SyncRequest } from "./deps.ts";
import { toRows } from "./page-rows.ts";
import type { ResumableRun, RunEnd, RunRow } from "./queries-sync.ts";
import { evaluateSweep, sweep, type SweepVerdict } from "./sweep.ts";

/** Records per page; fixed, so that a resumed sync finds the same pages. */
const perPage = 1000;

/** Collections that ordinary accounts may not read (docs/service-facts.md#organisation): a 403 means that they are not offered. */
const forResellers: ReadonlySet<Collection> = new Set<Collection>(["imsi", "organisation", "tariff_plan"]);

/** Syncs one collection. "not-offered" is a report, not an error; other failures leave a run that the next sync resumes. */
export async function syncCollection(deps: FleetDeps, request: SyncRequest): Promise<SyncReport> {
  const { store, clock } = deps;
  const { connection, collection } = request;
  const started = await store.beginRun(connection.id, collection, perPage, clock.now());
  try {
    const { run, requests } = await resumeOrRestart(deps, request, started);
    const walk = await walkPages(deps, request, run);
    const { end, requests: sweepRequests } = await evaluateWalk(deps, request, run, walk.verdict);
    if (end.state === "complete") await sweep(deps, run, request.signal);
    const ended = await store.endRun(run.run, end, clock.now());
    return report(ended, end, { requests: requests + walk.verdict.pages + sweepRequests, resumed: run.pagesDone > 0 });
  } catch (error) {
    const reason = notOfferedReason(collection, error);
    if (reason === undefined) throw error;
    await store.noteNotOffered(started.run, reason, clock.now());
    return { collection, state: "not-offered", reason, added: 0, changed: 0, removed: 0, requests: 1, resumed: false };
  } finally {
    while (await store.buildIndex()) continue;
    deps.onChanged({ connection: connection.name, collection });
  }
}

/** The run to continue with: an interrupted one is resumed only if its last page is unchanged, otherwise it is restarted. */
async function resumeOrRestart(
  deps: FleetDeps,
  { connection, collection, signal }: SyncRequest,
  started: ResumableRun,
): Promise<{ readonly run: ResumableRun; readonly requests: number }> {
  if (started.pagesDone === 0) return { run: started, requests: 0 };
  const page = await fetchPage(connection.api, collection, {
    page: started.pagesDone,
    perPage,
    priority: "sync",
    signal,
  });
  const ids = page.items.map((record) => readId(record["id"]) ?? "");
  if (digestOf(ids) === started.lastDigest) return { run: started, requests: 1 };
  deps.log.info("fleet.sync-restarted", { collection, pagesDone: started.pagesDone });
  return { run: await deps.store.restartRun(started.run, deps.clock.now()), requests: 1 };
}

async function walkPages(
  { store, clock, onProgress }: FleetDeps,
  { connection, collection, signal }: SyncRequest,
  run: ResumableRun,
): Promise<{ readonly verdict: WalkVerdict }> {
  const seenIds = run.pagesDone === 0 ? [] : await store.idsSeen(run);
  const walk = walkCollection(connection.api, collection, {
    perPage,
    firstPage: run.pagesDone + 1,
    loadedIds: seenIds,
    signal,
  });
  let done = seenIds.length;
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const { page, items, announced: promised } of walk) {
      const rows = toRows(
        collection,
        items.map(({ record }) => record),
      );
      const digest = digestOf(items.map(({ id }) => id));
      // One page is written while the next ones are read; no more, so that memory usage stays constant.
      await writing;
      writing = store.writePage(run, { page, digest, rows }, clock.now());
      writing.catch(() => undefined); // awaited in the next iteration or below
      done += items.length;
      onProgress({
        connection: connection.name,
        collection,
        done,
        total: promised,
      });
    }
  } finally {
    await writing;
  }
  return { verdict: walk.verdict() };
}

function digestOf(ids: readonly string[]): string {
  return createHash("sha256").update(ids.join("\n")).digest("base64url");
}

/**
 * The completeness that the walk proves. An empty list where rows were cached is accepted only if the service reports a total of 0 twice.
 */
async function evaluateWalk(
  deps: FleetDeps,
  request: SyncRequest,
  run: RunRow,
  verdict: WalkVerdict,
): Promise<SweepVerdict> {
  const { connection, collection, signal } = request;
  const { promised, unique, duplicates, gaps, complete, reason } = verdict;
  const facts = { promised, unique, duplicates, gaps };
  if (!complete) {
    return { end: { ...facts, state: "partial", reason }, requests: 0 };
  }
  const end: RunEnd = { ...facts, state: "complete", reason: undefined };
  if (unique > 0 || !(await deps.store.hasRows(connection.id, collection)))
    return evaluateSweep(deps, request, run, end);
  let requests = 0;
  if (promised === 0) {
    requests = 1;
    const again = await fetchPage(connection.api, collection, { page: 1, perPage, priority: "sync", signal });
    if (again.totalCount === 0 && again.items.length === 0) {
      const sweepVerdict = await evaluateSweep(deps, request, run, end);
      return { end: sweepVerdict.end, requests: requests + sweepVerdict.requests };
    }
  }
  const empty = codedText("sync-list-empty");
  return { end: { ...end, state: "partial", reason: empty }, requests };
}

function notOfferedReason(collection: Collection, error: unknown): CodedText | undefined {
  if (isAppError(error, "not-offered")) return textOf(error);
  if (!(error instanceof AppError) || error.details?.["status"] !== 403 || !forResellers.has(collection))
    return undefined;
  return codedText("collection-not-offered-to-account", { collection: collectionTexts[collection] });
}

function report(
  ended: RunRow,
  { state, promised, unique, duplicates, gaps, reason }: RunEnd,
  call: { readonly requests: number; readonly resumed: boolean },
): SyncReport {
  // The first pages are as old as the start of the run, so that is the age of the whole.
  const { collection, snapshot, startedAt: asOf, added, changed, gone: removed } = ended;
  const optional = { promised, reason };
  return { collection, state, snapshot, asOf, unique, duplicates, gaps, ...optional, added, changed, removed, ...call };
}
