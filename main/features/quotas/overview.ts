/** The overview of all cached quotas, which touches no network, and the refresh: one per connection at a time, at the lowest priority. */
import type { quotas } from "#shared/contract/quotas/quotas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { type QuotaDeps, type QuotaConnection, requireCurrentConnection } from "./deps.ts";
import type { ItemsQuery, OverviewScope, SortColumn } from "./queries-overview.ts";
import { codedText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";
import { AppError, textOf, toFailure } from "#shared/failure.ts";
import type { Attempt } from "../../core/jobs/attempt.ts";
import { createBatcher } from "../../core/jobs/batcher.ts";
import { runJob } from "../../core/jobs/job.ts";
import { refreshProfiles } from "./enforcement.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import { createFailureCount, fetchReading, type FetchedReading } from "./readings.ts";
import { openSource, type OpenedSource } from "./plan-change.ts";

type All = Handlers<typeof quotas>;
type OverviewQuery = Parameters<All["overview"]>[0];

const afterSchema = z.tuple([z.union([z.string(), z.number(), z.null()]), z.union([z.string(), z.number()])]);
const dayMs = 86_400_000;
const columns: Readonly<Record<string, SortColumn>> = {
  endpoint: "endpoint",
  volume: "volume",
  percent: "percent",
  expiresAt: "expires_at",
  asOf: "as_of",
};

export function createOverview(deps: QuotaDeps): Pick<All, "overview" | "list" | "history" | "usage"> {
  const { store } = deps;
  return {
    overview: async (query) => {
      const { oldest, newest, histogram, ...totals } = await store.countOverview(await lookOf(deps, query));
      return {
        ...totals,
        histogram: [...histogram],
        oldest,
        newest,
      };
    },
    list: async ({ group, sort, descending, limit, cursor, ...query }) => {
      const look = await lookOf(deps, query);
      // Times differ between two pages of the same list, so they are not part of its identity.
      const { now: _now, expiringUntil: _until, ...stableLook } = look;
      const list = JSON.stringify([stableLook, query.expiringDays, group, sort, descending]);
      const question: ItemsQuery = {
        ...look,
        group,
        sort: columns[sort] ?? "endpoint",
        descending,
        limit,
        after: cursor === undefined ? undefined : readCursor(list, cursor, afterSchema),
      };
      const { items, next } = await store.readItems(question);
      return { items: [...items], nextCursor: next === undefined ? undefined : writeCursor(list, next) };
    },
    history: async ({ endpoint, ...query }) => ({
      readings: [...(await store.readHistory(await periodOf(deps, query), endpoint))],
    }),
    usage: async (query) => ({ days: [...(await store.readUsage(await periodOf(deps, query)))] }),
  };
}

async function periodOf(
  { connections, clock }: QuotaDeps,
  { connection, kind, days }: Parameters<All["usage"]>[0],
): Promise<{ readonly connection: number; readonly kind: QuotaReadResult["kind"]; readonly since: number }> {
  return { connection: (await connections.open(connection)).id, kind, since: clock.now() - days * dayMs };
}

async function lookOf({ connections, clock }: QuotaDeps, query: OverviewQuery): Promise<OverviewScope> {
  const { id } = await connections.open(query.connection);
  const now = clock.now();
  const { kind, belowPercent, expiringDays, search, profile, audience } = query;
  return {
    connection: id,
    kind,
    belowPercent,
    expiringUntil: now + expiringDays * dayMs,
    now,
    search,
    profile,
    audience,
  };
}

type RefreshRequest = Parameters<All["refresh"]>[0];

interface Entry {
  state: QuotaRefresh;
  readonly stopping: AbortController;
  /** Never rejects. */
  ended: Promise<void>;
}

export interface RefreshService {
  readonly handlers: Pick<All, "refresh" | "refreshState" | "cancelRefresh">;
  endOver(connection: number): Promise<void>;
  stop(): Promise<void>;
}

const maxConcurrent = 6;
const maxBatchSize = 50;
/** Number of endpoints between updates of an open overview. */
const notifyEvery = 200;

export function createRefreshService(deps: QuotaDeps): RefreshService {
  const { clock, connections, publish } = deps;
  const entries = new Map<number, Entry>();
  let count = 0;

  const begin = (connection: QuotaConnection, request: RefreshRequest, source: OpenedSource): QuotaRefresh => {
    if (entries.get(connection.id)?.state.state === "running") {
      throw new AppError("refresh-running", codedText("quota-refresh-running"));
    }
    count += 1;
    const state: QuotaRefresh = {
      refresh: count,
      connection: connection.name,
      kinds: [...new Set(request.kinds)],
      targets: source.targets,
      state: "running",
      done: 0,
      failed: 0,
      failures: [],
      startedAt: clock.now(),
    };
    const entry: Entry = { state, stopping: new AbortController(), ended: Promise.resolve() };
    entries.set(connection.id, entry);
    entry.ended = untilEnded(deps, connection, entry, { source, olderThanMinutes: request.olderThanMinutes });
    return state;
  };

  return {
    handlers: {
      refresh: async (request) => {
        const connection = await connections.open(request.connection);
        const source = await openSource(deps, connection.id, request.source ?? { filter: "" });
        // Reads one page, so that an invalid filter is rejected at once instead of failing the refresh.
        for await (const _ of source.ids(new AbortController().signal)) break;
        return begin(connection, request, source);
      },
      refreshState: async ({ connection: name }) => {
        const { id } = await connections.open(name);
        const state = entries.get(id)?.state;
        return state === undefined ? {} : { refresh: state };
      },
      cancelRefresh: async ({ connection: name }) => {
        const { id, name: connection } = await connections.open(name);
        const entry = entries.get(id);
        entry?.stopping.abort();
        await entry?.ended;
        publish("quotas.changed", { connection });
        return {};
      },
    },
    endOver: async (connection) => {
      const entry = entries.get(connection);
      entry?.stopping.abort();
      await entry?.ended;
      entries.delete(connection);
    },
    stop: async () => {
      for (const { stopping } of entries.values()) stopping.abort();
      await Promise.all([...entries.values()].map(({ ended }) => ended));
    },
  };
}

interface RefreshOptions {
  readonly source: OpenedSource;
  readonly olderThanMinutes: number | undefined;
}

async function untilEnded(
  deps: QuotaDeps,
  connection: QuotaConnection,
  entry: Entry,
  options: RefreshOptions,
): Promise<void> {
  const { clock, log, publish } = deps;
  const end = (state: "done" | "cancelled" | "failed", reason: { code?: string; message?: CodedText } = {}): void => {
    entry.state = { ...entry.state, state, endedAt: clock.now(), ...reason };
  };
  try {
    await readAll(deps, connection, entry, options);
    end("done");
  } catch (error) {
    if (entry.stopping.signal.aborted) end("cancelled");
    else {
      if (!(error instanceof AppError)) log.error("quotas.refresh-failed", { connection: connection.name }, error);
      const { code, text: message } = toFailure(error);
      end("failed", { code, message });
    }
  }
  notifyProgress(deps, entry.state);
  publish("quotas.changed", { connection: connection.name });
}

async function readAll(
  deps: QuotaDeps,
  connection: QuotaConnection,
  entry: Entry,
  { source, olderThanMinutes }: RefreshOptions,
): Promise<void> {
  const { clock, store } = deps;
  const { signal } = entry.stopping;
  const saveReading = createBatcher(async (readings: readonly QuotaReadResult[]) => {
    await store.saveReadings(connection.id, readings);
    return readings.map(() => undefined);
  }, maxBatchSize);
  const since = olderThanMinutes === undefined ? undefined : clock.now() - olderThanMinutes * 60_000;
  await refreshProfiles(deps, connection, { priority: "sync", signal });
  const ids: string[] = [];
  for await (const page of source.ids(signal)) {
    const fresh =
      since === undefined ? [] : await store.endpointsReadSince(connection.id, entry.state.kinds, page, since);
    const freshIds = new Set(fresh);
    ids.push(...page.filter((id) => !freshIds.has(id)));
  }
  entry.state = { ...entry.state, total: ids.length };
  const failures = new Map<string, Failures[number]>();
  const failureCount = createFailureCount();
  const perform = async ({ endpoint }: { readonly endpoint: string }): Promise<Attempt> => {
    const errors: AppError[] = [];
    for (const kind of entry.state.kinds) {
      const answersBefore = failureCount.answers();
      const { error, ...reading } = await readWithCurrentConnection(deps, connection, { kind, endpoint, signal });
      const outage = error === undefined ? undefined : failureCount.outageOf(error, answersBefore);
      if (outage !== undefined) return outage;
      await saveReading(reading);
      if (error === undefined) {
        failureCount.answered();
        continue;
      }
      errors.push(error);
      failureCount.failed(error);
    }
    for (const error of errors) count(failures, error);
    const { done, failed } = entry.state;
    const isFailed = errors.length > 0;
    entry.state = {
      ...entry.state,
      done: done + 1,
      failed: failed + Number(isFailed),
      failures: mostFrequent(failures),
    };
    notifyProgress(deps, entry.state);
    if (entry.state.done % notifyEvery === 0) deps.publish("quotas.changed", { connection: connection.name });
    return { outcome: "accepted", reference: undefined };
  };
  const load = (after: number, limit: number): Promise<readonly { row: number; endpoint: string }[]> =>
    Promise.resolve(ids.slice(after, after + limit).map((endpoint, index) => ({ row: after + index + 1, endpoint })));
  await runJob({ load, concurrency: maxConcurrent, perform }, clock, signal);
}

type Failures = QuotaRefresh["failures"];

function count(failures: Map<string, Failures[number]>, error: AppError): void {
  const { code } = error;
  const message = textOf(error);
  const reason = `${code} ${encodeText(message)}`;
  failures.set(reason, { code, message, count: (failures.get(reason)?.count ?? 0) + 1 });
}

const maxReasons = 5;

function mostFrequent(failures: ReadonlyMap<string, Failures[number]>): Failures {
  return [...failures.values()].toSorted((a, b) => b.count - a.count).slice(0, maxReasons);
}

/**
 * Changing the options of a connection replaces its client: a read that was cut off by this is repeated with the new
 * client.
 */
async function readWithCurrentConnection(
  deps: QuotaDeps,
  initialConnection: QuotaConnection,
  {
    kind,
    endpoint,
    signal,
  }: { readonly kind: QuotaReadResult["kind"]; readonly endpoint: string; readonly signal: AbortSignal },
): Promise<FetchedReading> {
  let connection = await requireCurrentConnection(deps, initialConnection);
  for (;;) {
    const reading = await fetchReading(deps, connection, kind, endpoint, { priority: "sync", signal });
    if (reading.error === undefined) return reading;
    const now = await requireCurrentConnection(deps, initialConnection);
    if (now === connection) return reading;
    connection = now;
  }
}

function notifyProgress({ publish }: QuotaDeps, { connection, refresh, done, total }: QuotaRefresh): void {
  publish("quotas.progress", {
    connection,
    work: "refresh",
    id: refresh,
    done,
    total,
  });
}
