/**
 * Updates the cache of one collection and proves how complete it is.
 *
 * Invariants: what was read is saved, page by page; a row leaves the lists only when a walk was proved complete without it; an interrupted
 * sync is resumed only while it is recent and its last page is unchanged, otherwise it is restarted.
 */
import { collectionTexts, toRows } from "./record-rows.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import { type Collection, type SyncReport, collectionSchema, type fleet } from "#shared/contract/fleet/fleet.ts";
import { walkCollection, fetchPage } from "../../core/api/records.ts";
import { readId } from "../../core/api/json.ts";
import type { WalkVerdict } from "../../core/api/walk.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import type { FleetDeps, SyncRequest, FleetConnection, SyncEnd } from "./deps.ts";
import { countValues } from "./cached-rows.ts";
import type { ResumableRun, RunEnd, RunRow } from "./queries-sync.ts";
import { throwIfStopped, abortedError } from "../../core/wait.ts";
import { spread } from "./queries-history.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { isPageInstead } from "../../core/api/offered.ts";

/** Records per page; fixed, so that a resumed sync finds the same pages. */
export const recordsPerPage = 1000;

/** Above the number of statuses that the service has. */
const mostStatuses = 20;

/** Collections that ordinary accounts may not read (docs/service-facts.md#organisation): a 403 means that they are not offered. */
const forResellers: ReadonlySet<Collection> = new Set<Collection>(["imsi", "organisation", "tariff_plan"]);

/** Syncs one collection. "not-offered" is a report, not an error; other failures leave a run that the next sync resumes. */
async function syncCollection(deps: FleetDeps, request: SyncRequest): Promise<SyncReport> {
  const { store, clock } = deps;
  const { connection, collection } = request;
  const started = await store.beginRun(connection.id, collection, recordsPerPage, clock.now());
  try {
    const { run, requests } = await resumeOrRestart(deps, request, started);
    const walk = await walkPages(deps, request, run);
    const { end, requests: sweepRequests } = await evaluateWalk(deps, request, run, walk.verdict);
    if (end.state === "complete") await sweep(deps, run, request.signal);
    const statusCounts = end.state === "complete" ? await countByStatus(deps, request) : undefined;
    const ended = await store.endRun(run.run, { ...end, statusCounts }, clock.now());
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

/** The endpoints by status, for the trend since earlier syncs. */
async function countByStatus(
  { store }: FleetDeps,
  { connection, collection, signal }: SyncRequest,
): Promise<RunEnd["statusCounts"]> {
  if (collection !== "endpoint") return undefined;
  while (await store.buildIndex()) continue;
  const question = {
    connection: connection.id,
    collection,
    filter: [],
    within: [],
    field: "status",
    limit: mostStatuses,
  };
  const { values } = await countValues(store, question, signal);
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
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
    perPage: recordsPerPage,
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
    perPage: recordsPerPage,
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
    const again = await fetchPage(connection.api, collection, {
      page: 1,
      perPage: recordsPerPage,
      priority: "sync",
      signal,
    });
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
  const { collection, snapshot, startedAt: asOf, added, changed, removed } = ended;
  const optional = { promised, reason };
  return { collection, state, snapshot, asOf, unique, duplicates, gaps, ...optional, added, changed, removed, ...call };
}

// Removes rows from the lists that a complete walk has not seen.
// A walk can appear complete although it missed a row: one deletion and one creation between two pages leave the total unchanged, and a
// list without a total just ends. So nothing is removed before a sample of the missing rows was requested by id.

/** Number of missing rows that are requested by id. */
const sampleSize = 20;
const atOnce = 4;
/** Without a total from the service: the share of the cached rows that a list must contain to be accepted. */
const believedShare = 0.9;

interface SweepVerdict {
  /** The end of the run; partial when the sweep was found unsafe. */
  readonly end: RunEnd;
  readonly requests: number;
}

/** Decides whether the rows that a complete run has not seen were deleted; requests a sample of them from the service. */
async function evaluateSweep(
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
async function sweep({ store, clock }: FleetDeps, run: RunRow, signal: AbortSignal): Promise<void> {
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
    const index = answers.findIndex((answer) => answer !== "missing");
    if (index < 0) continue;
    const reason =
      answers[index] === "present"
        ? codedText("sync-list-changed", { id: batch[index] ?? "" })
        : codedText("sync-removal-unconfirmed");
    return { end: { ...end, state: "partial", reason }, requests };
  }
  return { end, requests };
}

async function checkExistence(
  { connection, collection, signal }: SyncRequest,
  id: string,
): Promise<"present" | "missing" | "not-reported"> {
  try {
    const { items, totalCount } = await fetchPage(connection.api, collection, {
      page: 1,
      perPage: 10,
      q: `id:${id}`,
      priority: "sync",
      signal,
    });
    if (items.some((record) => readId(record["id"]) === id)) return "present";
    // A service that ignores the filter returns other records: they prove something only if they are the whole list.
    return items.length === 0 || items.length === totalCount ? "missing" : "not-reported";
  } catch (error) {
    if (error instanceof AppError && unfilterable.has(error.details?.["status"])) return "not-reported";
    throw error;
  }
}

/** Statuses that mean that the list cannot be filtered by id. */
const unfilterable: ReadonlySet<unknown> = new Set([400, 422]);

// Syncs on request: at most one sync per collection at a time, all of them visible and cancellable.
//
// Invariants: the end of a sync is notified exactly once, with any outcome; cancelling one preserves what it has read, and the next sync
// resumes there.

interface SyncService {
  readonly handlers: Pick<Handlers<typeof fleet>, "sync" | "syncs" | "cancelSync">;
  /** Whether any sync is running. */
  readonly isBusy: () => boolean;
  /** Cancels the syncs of a connection; resolves when none of them writes any longer. */
  readonly endOf: (connectionId: number) => Promise<void>;
  /** Cancels all syncs; resolves when none of them writes any longer. No new ones start. */
  readonly stop: () => Promise<void>;
}

interface RunningSync {
  readonly connection: FleetConnection;
  readonly collection: Collection;
  readonly startedAt: number;
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
  done: number;
  total: number | undefined;
}

/** Reasons for which a sync was cancelled; distinguished from an abort of the caller's signal. */
const one = "this collection";
const all = "all of them";

export function createSyncService(deps: FleetDeps): SyncService {
  const running = new Map<string, RunningSync>();
  let stopped = false;

  const syncOnce = async (
    connection: FleetConnection,
    collection: Collection,
    signal: AbortSignal,
  ): Promise<SyncReport> => {
    if (stopped) throw abortedError();
    const key = `${connection.id} ${collection}`;
    if (running.has(key)) {
      throw new AppError("sync-running", codedText("sync-running", { collection: collectionTexts[collection] }));
    }
    const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
    const own = { connection, collection, startedAt: deps.clock.now(), cancel: new AbortController(), ended };
    const entry: RunningSync = { ...own, done: 0, total: undefined };
    running.set(key, entry);
    const onProgress: FleetDeps["onProgress"] = (event) => {
      entry.done = event.done;
      entry.total = event.total;
      deps.onProgress(event);
    };
    // Notified before the first page, which may wait for a long time: the sync must be visible and cancellable meanwhile.
    deps.onProgress({ connection: connection.name, collection, done: 0 });
    const stop = AbortSignal.any([signal, entry.cancel.signal]);
    let end: SyncEnd = { outcome: "failed" };
    try {
      const report = await syncCollection({ ...deps, onProgress }, { connection, collection, signal: stop });
      end = endOf(report);
      return report;
    } catch (error) {
      end = stop.aborted ? { outcome: "cancelled" } : { outcome: "failed", message: textOf(error) };
      if (!entry.cancel.signal.aborted || signal.aborted) throw error;
      throw cancelled(entry.cancel.signal.reason === all ? all : one, error);
    } finally {
      running.delete(key);
      resolveEnded();
      deps.onSyncEnded({ connection: connection.name, collection, ...end });
    }
  };

  const ofConnection = (id: number): RunningSync[] => [...running.values()].filter((sync) => sync.connection.id === id);

  return {
    isBusy: () => running.size > 0,
    endOf: (connectionId) => endSyncs(ofConnection(connectionId)),
    stop: async () => {
      stopped = true;
      await endSyncs([...running.values()]);
    },
    handlers: {
      sync: async ({ connection: name, collections: named }, { signal }) => {
        const connection = await deps.connections.open(name);
        const requested = [...new Set(named ?? collectionSchema.options)];
        const reports: SyncReport[] = [];
        for (const collection of requested) {
          const report = await syncOnce(connection, collection, signal).catch((error: unknown) => {
            // The other requested collections are still synced.
            if (requested.length > 1 && (wasEndedAlone(error) || isPageInstead(error)))
              return endedReport(collection, error);
            throw error;
          });
          if (report.state === "not-offered" && named !== undefined) {
            throw new AppError(
              "not-offered",
              report.reason ?? codedText("collection-not-offered", { collection: collectionTexts[collection] }),
            );
          }
          reports.push(report);
        }
        return { reports };
      },
      syncs: async ({ connection: name }) => {
        const visible =
          name === undefined ? [...running.values()] : ofConnection((await deps.connections.open(name)).id);
        return {
          syncs: visible.map(({ connection, collection, done, total, startedAt }) => ({
            connection: connection.name,
            collection,
            done,
            total,
            startedAt,
          })),
        };
      },
      cancelSync: async ({ connection: name, collection }) => {
        const { id } = await deps.connections.open(name);
        const ending = ofConnection(id).filter((sync) => collection === undefined || sync.collection === collection);
        for (const { cancel } of ending) cancel.abort(collection === undefined ? all : one);
        return { cancelled: ending.length };
      },
    },
  };
}

/** Cancels the syncs; resolves when none of them writes any longer. */
async function endSyncs(syncs: readonly RunningSync[]): Promise<void> {
  for (const { cancel } of syncs) cancel.abort(all);
  await Promise.all(syncs.map(({ ended }) => ended));
}

function cancelled(collection: string, cause: unknown): AppError {
  return new AppError("sync-cancelled", codedText("sync-cancelled"), { details: { collection }, cause });
}

function wasEndedAlone(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "sync-cancelled" && error.details?.["collection"] === one;
}

function endedReport(collection: Collection, error: AppError): SyncReport {
  return {
    collection,
    state: "partial",
    reason: textOf(error),
    added: 0,
    changed: 0,
    removed: 0,
    requests: 0,
    resumed: false,
  };
}

function endOf({ state, reason }: SyncReport): SyncEnd {
  return { outcome: state === "never" ? "failed" : state, message: reason };
}
