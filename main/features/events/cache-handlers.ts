/** The handlers that answer from the cache. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Severity } from "#shared/contract/events/event-schemas.ts";
import type { events } from "#shared/contract/events/events.ts";
import { severitySchema } from "#shared/contract/events/event-schemas.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { findChoice } from "../../core/api/choices.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { cutIntoBuckets, readOf } from "./buckets.ts";
import { exportEvents } from "./export-events.ts";
import { facetsOf } from "./facets.ts";
import { type EventDeps, cacheLimits, serviceRetentionMs } from "./deps.ts";
import { type EventQuery, identityOf, storedQuestion } from "./question.ts";
import { serviceTime } from "./reader.ts";
import { coverageOf } from "./spans.ts";
import { eventOf, type Place, scopeOf, severityOfCode, type StoredQuestion } from "./stored.ts";

type CacheHandlers = Pick<
  Handlers<typeof events>,
  "list" | "facets" | "timeline" | "arrivals" | "get" | "cacheStatus" | "exportAs"
>;

type CacheDeps = Pick<EventDeps, "store" | "connections" | "clock" | "files">;

export function createCacheHandlers(deps: CacheDeps): CacheHandlers {
  const { store, connections, clock } = deps;
  const toQuestion = async (query: EventQuery & { readonly connection?: string }): Promise<StoredQuestion> => {
    const connection = await connections.open(query.connection);
    const type = await typeKeys(store, connection.id, query.type);
    return storedQuestion({ ...query, type }, connection.id, serviceTime(clock.now(), connection));
  };
  const coverage = async ({ connection, scope, requested }: StoredQuestion) => {
    const { spans, notOfferedAt } = await store.scopeState(connection, scope);
    return coverageOf(spans, requested, notOfferedAt);
  };
  return {
    list: async ({ order, limit, cursor, ...query }) => {
      const question = await toQuestion(query);
      const identity = identityOf(question, order);
      const after = cursor === undefined ? undefined : readPlace(identity, cursor);
      const rows = await store.listEvents(question, { order, limit: limit + 1, after });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(eventOf),
        nextCursor: rows.length > limit && last !== undefined ? writeCursor(identity, [last.at, last.key]) : undefined,
        coverage: await coverage(question),
      };
    },
    facets: async (query) => {
      const question = await toQuestion(query);
      return { ...facetsOf(await store.countFacets(question)), coverage: await coverage(question) };
    },
    timeline: async ({ buckets: bucketCount, ...query }) => {
      const question = await toQuestion(query);
      const { bucketMs, spans } = cutIntoBuckets(question.requested, bucketCount);
      const bucketCounts = await store.countBuckets(question, bucketMs);
      const spanCoverage = await coverage(question);
      const buckets = spans.map((span) => ({ ...span, counts: noCounts(), read: readOf(span, spanCoverage) }));
      for (const { bucket, severity, count } of bucketCounts) {
        const counts = (buckets[bucket] ?? buckets.at(-1))?.counts;
        if (counts !== undefined) counts[severityOfCode(severity)] += count;
      }
      return { bucketMs, buckets, coverage: spanCoverage };
    },
    arrivals: async ({ after, limit, ...query }) => {
      const question = await toQuestion(query);
      if (after === undefined) return { items: [], mark: (await store.eventsSince(question, 0, 0)).mark, more: false };
      const { events: rows, mark } = await store.eventsSince(question, after, limit + 1);
      const page = rows.slice(0, limit);
      const more = rows.length > limit;
      return { items: page.map(eventOf), mark: more ? (page.at(-1)?.eid ?? mark) : mark, more };
    },
    get: async ({ connection: name, key }) => {
      const { id } = await connections.open(name);
      const event = await store.readCachedEvent(id, key);
      if (event === undefined) {
        throw new AppError("event-unknown", codedText("event-not-in-cache", { key }), {
          details: { key },
        });
      }
      return { ...eventOf(event), record: JSON.parse(event.record) as JsonRecord };
    },
    cacheStatus: async ({ connection: name }) => {
      const connection = await connections.open(name);
      const until = serviceTime(clock.now(), connection);
      const scopes = await store.cachedScopes(connection.id);
      return {
        scopes: scopes.map(({ scope, events: count, spans, notOfferedAt }) => {
          const from = Math.min(until - serviceRetentionMs, spans[0]?.from ?? until);
          return { scope: scopeOf(scope), events: count, coverage: coverageOf(spans, { from, until }, notOfferedAt) };
        }),
        limits: cacheLimits,
      };
    },
    exportAs: async ({ format, ...query }, { signal }) => {
      const question = await toQuestion(query);
      const spanCoverage = await coverage(question);
      return { ...(await exportEvents(deps, question, format, signal)), coverage: spanCoverage };
    },
  };
}

/** Resolves types given by key or by label, using the cached events. Throws `filter-invalid` for any other text. */
async function typeKeys(
  store: CacheDeps["store"],
  connection: number,
  types: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (types === undefined || types.every((type) => /^\d+$/.test(type))) return types;
  const labels = (await store.readEventLabels(connection)).filter(({ kind }) => kind === "type");
  const choices = labels.map(({ key, label }) => ({ value: key, label }));
  return types.map((type) => {
    const choice = /^\d+$/.test(type) ? { value: type } : findChoice(choices, type);
    if (choice !== undefined) return choice.value;
    const text =
      choices.length === 0
        ? codedText("event-types-not-loaded", { type })
        : codedText("event-type-unknown", { type, types: choices.map(({ label }) => label).join(", ") });
    throw new AppError("filter-invalid", text, { details: { field: "type" } });
  });
}

function noCounts(): Record<Severity, number> {
  return Object.fromEntries(severitySchema.options.map((severity) => [severity, 0])) as Record<Severity, number>;
}

const placeSchema = z.tuple([z.number(), z.string()]);

function readPlace(identity: string, cursor: string): Place {
  const [at, key] = readCursor(identity, cursor, placeSchema);
  return { at, key };
}
