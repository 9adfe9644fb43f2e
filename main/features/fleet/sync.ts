/**
 * Brings one collection's local copy up to date and proves how complete it is.
 *
 * Invariants: what was read is kept, page by page; a row leaves the lists only when a walk was proved complete without it; a sync that
 * was interrupted is gone on with only while it is young and its last page still reads the same, otherwise it begins anew.
 */
import { collectionTexts } from "./collection-texts.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import type { Collection, SyncReport } from "#contract/fleet.ts";
import { walkCollection, fetchPage } from "../../api/collections.ts";
import { readId } from "../../api/json.ts";
import type { WalkVerdict } from "../../api/walk-verdict.ts";
import { AppError, isAppError, textOf } from "../../failure.ts";
import type { FleetParts, SyncRequest } from "./parts.ts";
import { toRows } from "./page-rows.ts";
import type { BegunRun, RunEnd, RunRow } from "./queries-sync.ts";
import { judgeSweep, sweep, type SweepVerdict } from "./sweep.ts";

/** Records per page; fixed, so that an interrupted sync finds the same pages again. */
const perPage = 1000;

/** Collections that ordinary accounts may not read (docs/service-facts.md#organisation): a 403 there means that they are not offered. */
const forResellers: ReadonlySet<Collection> = new Set<Collection>(["imsi", "organisation", "tariff_plan"]);

/** Synchronises one collection. "not-offered" is a report, not an error; other failures leave a run that the next sync continues. */
export async function syncCollection(parts: FleetParts, request: SyncRequest): Promise<SyncReport> {
  const { store, clock } = parts;
  const { connection, collection } = request;
  const begun = await store.beginRun(connection.id, collection, perPage, clock.now());
  try {
    const { run, requests } = await takeUp(parts, request, begun);
    const walked = await walkPages(parts, request, run);
    const { end, requests: asked } = await judge(parts, request, run, walked.verdict);
    if (end.state === "complete") await sweep(parts, run, request.signal);
    const ended = await store.endRun(run.run, end, clock.now());
    return report(ended, end, { requests: requests + walked.verdict.pages + asked, resumed: run.pagesDone > 0 });
  } catch (error) {
    const reason = notOfferedReason(collection, error);
    if (reason === undefined) throw error;
    await store.noteNotOffered(begun.run, reason, clock.now());
    return { collection, state: "not-offered", reason, added: 0, changed: 0, gone: 0, requests: 1, resumed: false };
  } finally {
    while (await store.buildIndex()) continue;
    parts.onChanged({ connection: connection.name, collection });
  }
}

/** The run as it can go on: an interrupted one only when the last page it had read still reads the same. */
async function takeUp(
  parts: FleetParts,
  { connection, collection, signal }: SyncRequest,
  begun: BegunRun,
): Promise<{ readonly run: BegunRun; readonly requests: number }> {
  if (begun.pagesDone === 0) return { run: begun, requests: 0 };
  const page = await fetchPage(connection.api, collection, {
    page: begun.pagesDone,
    perPage,
    priority: "sync",
    signal,
  });
  const ids = page.items.map((record) => readId(record["id"]) ?? "");
  if (digestOf(ids) === begun.lastDigest) return { run: begun, requests: 1 };
  parts.log.info("fleet.sync-begun-anew", { collection, pagesDone: begun.pagesDone });
  return { run: await parts.store.restartRun(begun.run, parts.clock.now()), requests: 1 };
}

async function walkPages(
  { store, clock, onProgress }: FleetParts,
  { connection, collection, signal }: SyncRequest,
  run: BegunRun,
): Promise<{ readonly verdict: WalkVerdict }> {
  const known = run.pagesDone === 0 ? [] : await store.idsSeen(run);
  const walk = walkCollection(connection.api, collection, { perPage, firstPage: run.pagesDone + 1, known, signal });
  let done = known.length;
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const { page, items, promised } of walk) {
      const rows = toRows(
        collection,
        items.map(({ record }) => record),
      );
      const digest = digestOf(items.map(({ id }) => id));
      // One page is being written while the next ones are read; no more, so that memory stays flat.
      await writing;
      writing = store.writePage(run, { page, digest, rows }, clock.now());
      writing.catch(() => undefined); // awaited in the next turn or below
      done += items.length;
      onProgress({
        connection: connection.name,
        collection,
        done,
        ...(promised === undefined ? {} : { total: promised }),
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

/** What the walk proves. An empty list where there were rows is believed only when the service says "0 in all" twice. */
async function judge(
  parts: FleetParts,
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
  if (unique > 0 || !(await parts.store.hasRows(connection.id, collection)))
    return judgeSweep(parts, request, run, end);
  let requests = 0;
  if (promised === 0) {
    requests = 1;
    const again = await fetchPage(connection.api, collection, { page: 1, perPage, priority: "sync", signal });
    if (again.totalCount === 0 && again.items.length === 0) {
      const judged = await judgeSweep(parts, request, run, end);
      return { end: judged.end, requests: requests + judged.requests };
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
  // The first pages are as old as the run: no later moment can be claimed for the whole.
  const { collection, snapshot, startedAt: asOf, added, changed, gone } = ended;
  const optional = { ...(promised === undefined ? {} : { promised }), ...(reason === undefined ? {} : { reason }) };
  return { collection, state, snapshot, asOf, unique, duplicates, gaps, ...optional, added, changed, gone, ...call };
}
