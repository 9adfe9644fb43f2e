/** Everything that is answered from the kept copy. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Severity } from "#contract/event-words.ts";
import type { events } from "#contract/events.ts";
import { severitySchema } from "#contract/event-words.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import { findChoice } from "../../api/choices.ts";
import { AppError } from "../../failure.ts";
import { cutIntoBuckets, readOf } from "./buckets.ts";
import { exportEvents } from "./export-events.ts";
import { facetsOf } from "./facets.ts";
import { type EventParts, keptLimits, serviceKeepsMs } from "./parts.ts";
import { type Asked, identityOf, readCursor, storedQuestion, writeCursor } from "./question.ts";
import { serviceTime } from "./reader.ts";
import { coverageOf } from "./spans.ts";
import { eventOf, scopeOf, severityOfCode, type StoredQuestion } from "./stored.ts";

type Copy = Pick<Handlers<typeof events>, "list" | "facets" | "timeline" | "arrivals" | "get" | "kept" | "exportAs">;

type Parts = Pick<EventParts, "store" | "connections" | "clock" | "files">;

export function createCopy(parts: Parts): Copy {
  const { store, connections, clock } = parts;
  const ask = async (asked: Asked & { readonly connection?: string | undefined }): Promise<StoredQuestion> => {
    const connection = await connections.open(asked.connection);
    const type = await typeKeys(store, connection.id, asked.type);
    return storedQuestion({ ...asked, type }, connection.id, serviceTime(clock.now(), connection));
  };
  const coverage = async ({ connection, scope, asked }: StoredQuestion) => {
    const { spans, notOfferedAt } = await store.scopeState(connection, scope);
    return coverageOf(spans, asked, notOfferedAt);
  };
  return {
    list: async ({ order, limit, cursor, ...asked }) => {
      const question = await ask(asked);
      const identity = identityOf(question, order);
      const after = cursor === undefined ? undefined : readCursor(identity, cursor);
      const rows = await store.listEvents(question, { order, limit: limit + 1, after });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(eventOf),
        ...(rows.length > limit && last !== undefined ? { nextCursor: writeCursor(identity, last) } : {}),
        coverage: await coverage(question),
      };
    },
    facets: async (asked) => {
      const question = await ask(asked);
      return { ...facetsOf(await store.countFacets(question)), coverage: await coverage(question) };
    },
    timeline: async ({ buckets: wanted, ...asked }) => {
      const question = await ask(asked);
      const { bucketMs, spans } = cutIntoBuckets(question.asked, wanted);
      const counted = await store.countBuckets(question, bucketMs);
      const known = await coverage(question);
      const buckets = spans.map((span) => ({ ...span, counts: noCounts(), read: readOf(span, known) }));
      for (const { bucket, severity, count } of counted) {
        const counts = (buckets[bucket] ?? buckets.at(-1))?.counts;
        if (counts !== undefined) counts[severityOfCode(severity)] += count;
      }
      return { bucketMs, buckets, coverage: known };
    },
    arrivals: async ({ after, limit, ...asked }) => {
      const question = await ask(asked);
      if (after === undefined) return { items: [], mark: (await store.eventsSince(question, 0, 0)).mark, more: false };
      const { events: found, mark } = await store.eventsSince(question, after, limit + 1);
      const page = found.slice(0, limit);
      const more = found.length > limit;
      return { items: page.map(eventOf), mark: more ? (page.at(-1)?.eid ?? mark) : mark, more };
    },
    get: async ({ connection: name, key }) => {
      const { id } = await connections.open(name);
      const kept = await store.readKept(id, key);
      if (kept === undefined) {
        throw new AppError("event-unknown", codedText("event-not-in-cache", { key }), {
          details: { key },
        });
      }
      return { ...eventOf(kept), record: JSON.parse(kept.record) as JsonRecord };
    },
    kept: async ({ connection: name }) => {
      const connection = await connections.open(name);
      const until = serviceTime(clock.now(), connection);
      const scopes = await store.keptScopes(connection.id);
      return {
        scopes: scopes.map(({ scope, events: count, spans, notOfferedAt }) => {
          const from = Math.min(until - serviceKeepsMs, spans[0]?.from ?? until);
          return { scope: scopeOf(scope), events: count, coverage: coverageOf(spans, { from, until }, notOfferedAt) };
        }),
        limits: keptLimits,
      };
    },
    exportAs: async ({ format, ...asked }, { signal }) => {
      const question = await ask(asked);
      const known = await coverage(question);
      return { ...(await exportEvents(parts, question, format, signal)), coverage: known };
    },
  };
}

/** Types by their number or by their label in the events that were read. Throws `filter-invalid` for any other text. */
async function typeKeys(
  store: Parts["store"],
  connection: number,
  types: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (types === undefined || types.every((type) => /^\d+$/.test(type))) return types;
  const words = (await store.readEventLabels(connection)).filter(({ kind }) => kind === "type");
  const choices = words.map(({ key, label }) => ({ value: key, label }));
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
