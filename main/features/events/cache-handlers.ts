/** The handlers that answer from the cache. */
import { codedText } from "#shared/texts/coded-text.ts";
import { type Severity, type FleetEvent, severitySchema } from "#shared/contract/events/event-schemas.ts";
import type { events } from "#shared/contract/events/events.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { findChoice } from "../../core/api/inputs.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { cutIntoBuckets, readOf, coverageOf } from "./spans.ts";
import { type EventQuery, facetsOf, identityOf, storedQuestion } from "./question.ts";
import type { EventDeps } from "./deps.ts";
import { serviceTime } from "./reader.ts";
import { type Place, type StoredQuestion, type CachedEvent, eventOf, severityOfCode } from "./stored.ts";
import { writeFileAtomically } from "../../core/files/atomic-file.ts";
import { type CsvRow, dayOf, exportToFile, writeCsvFile } from "../../core/files/export-file.ts";
import { throwIfStopped } from "../../core/wait.ts";

type CacheHandlers = Pick<Handlers<typeof events>, "list" | "facets" | "timeline" | "arrivals" | "get" | "exportAs">;

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
      return { buckets, coverage: spanCoverage };
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
    exportAs: async ({ format, ...query }, { signal }) => {
      const question = await toQuestion(query);
      const spanCoverage = await coverage(question);
      const name = `events-${dayOf(clock.now())}.${format}`;
      const write = format === "csv" ? writeEventsCsv : writeEventLines;
      const exported = await exportToFile(deps.files, { name, extension: format }, signal, async (file) =>
        write(file, pagesOf(deps, question, signal)),
      );
      return { ...exported, coverage: spanCoverage };
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

const rowsPerPage = 500;

async function* pagesOf(
  { store }: Pick<EventDeps, "store">,
  question: StoredQuestion,
  signal: AbortSignal,
): AsyncGenerator<readonly CachedEvent[]> {
  let after: Place | undefined;
  do {
    throwIfStopped(signal);
    const page: readonly CachedEvent[] = await store.listEvents(question, {
      order: "newest",
      limit: rowsPerPage,
      after,
    });
    yield page;
    after = page.length === rowsPerPage ? page.at(-1) : undefined;
  } while (after !== undefined);
  throwIfStopped(signal);
}

async function writeEventsCsv(file: string, events: ReturnType<typeof pagesOf>): Promise<{ readonly rows: number }> {
  async function* pages(): AsyncGenerator<readonly CsvRow[]> {
    for await (const page of events) {
      yield page.map(eventOf).map((event) => columns.map(([, cell]) => cell(event) ?? ""));
    }
  }
  return { rows: await writeCsvFile(file, { titles: columns.map(([title]) => title), pages: pages() }) };
}

async function writeEventLines(file: string, events: ReturnType<typeof pagesOf>): Promise<{ readonly rows: number }> {
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    for await (const page of events) {
      rows += page.length;
      yield linesOf(page);
    }
  }
  await writeFileAtomically(file, pieces());
  return { rows };
}

const columns: readonly (readonly [title: string, cell: (event: FleetEvent) => string | undefined])[] = [
  ["time", ({ timed, at }) => (timed ? new Date(at).toISOString() : undefined)],
  ["severity", ({ severity }) => severity],
  ["severity_text", ({ severityText }) => severityText],
  ["type", ({ type }) => type?.label],
  ["type_id", ({ type }) => type?.key],
  ["source", ({ source }) => source?.label],
  ["alert", ({ alert }) => (alert === undefined ? undefined : String(alert))],
  ["description", ({ description }) => description],
  ["endpoint_id", ({ endpoint }) => endpoint?.id],
  ["endpoint_name", ({ endpoint }) => endpoint?.name],
  ["sim_id", ({ sim }) => sim?.id],
  ["iccid", ({ sim }) => sim?.name],
  ["imsi", ({ imsi }) => imsi],
  ["organisation", ({ organisation }) => organisation?.name ?? organisation?.id],
  ["user", ({ user }) => user?.name ?? user?.id],
  ["id", ({ id }) => id],
  ["read_at", ({ readAt }) => new Date(readAt).toISOString()],
];

/** One line per event: its parsed fields and its record as received. */
function linesOf(page: readonly CachedEvent[]): string {
  return page
    .map((cached) => {
      const { at, timed, readAt, ...event } = eventOf(cached);
      const times = { at: timed ? new Date(at).toISOString() : null, readAt: new Date(readAt).toISOString() };
      return `${JSON.stringify({ ...times, ...event, record: JSON.parse(cached.record) as JsonRecord })}\n`;
    })
    .join("");
}
