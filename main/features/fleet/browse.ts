/** Lists of the fleet: pages of the cache, and the same query sent to the service. */
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { fetchPage, walkCollection } from "../../core/api/collections.ts";
import { readId } from "../../core/api/json.ts";
import type { Page } from "../../core/api/paging.ts";
import { formatFilter, formatSort, parseFilter, parseSort } from "../../core/api/query.ts";
import { toCachedQuestion, countCachedRows, readCachedPage, withinIds, completenessOfCache } from "./cached-rows.ts";
import { undecidedTerms, withLastSeen } from "./contacts.ts";
import { liveWarnings, type LiveQuestion } from "./filter-check.ts";
import type { FleetTools } from "./deps.ts";
import { readLatestRecord } from "./refresh-record.ts";

type Browse = Pick<Handlers<typeof fleet>, "list" | "count" | "listLive" | "get" | "completeness">;

/** Records requested per page of a live list. */
const livePerPage = 1000;

export function createBrowse(deps: FleetTools): Browse {
  const { store, connections, clock } = deps;
  return {
    list: async ({ cursor, skip, fromEnd, limit, ...query }, { signal }) => {
      const question = await toCachedQuestion(deps, query);
      const page = await readCachedPage(deps, question, { cursor, skip, fromEnd, limit, signal });
      const items = page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
      return {
        items: await withLastSeen(deps, question, items),
        nextCursor: page.nextCursor,
        completeness: await completenessOfCache(store, question.connection, question.collection),
      };
    },
    count: async ({ ids, ...query }, { signal }) =>
      await withinIds(deps, await toCachedQuestion(deps, query), ids, signal, async (question) => {
        const undecided = await undecidedTerms(deps, question.connection, question.filter);
        return {
          total: await countCachedRows(deps, question, signal),
          unknown: undecided && (await countCachedRows(deps, { ...question, filter: undecided }, signal)),
        };
      }),
    listLive: async ({ connection: name, collection, filter, sort, limit, page, perPage }, { signal }) => {
      const question = {
        collection,
        filter: parseFilter(collection, filter),
        sort: parseSort(collection, sort, true),
      };
      const q = formatFilter(collection, question.filter, "spec");
      const keys = formatSort(collection, question.sort, "spec");
      const { api } = await connections.open(name);
      if (page !== undefined) {
        const query = { q, sort: keys, page, perPage, priority: "click", signal } as const;
        return { ...livePage(question, await fetchPage(api, collection, query)), asOf: clock.now() };
      }
      // One page at a time, so that the order is the service's own.
      const walk = walkCollection(api, collection, {
        q,
        sort: keys,
        perPage: Math.min(limit, livePerPage),
        concurrency: 1,
        priority: "click",
        signal,
      });
      const items: { id: string; record: JsonRecord }[] = [];
      let total: number | undefined;
      let echoes: Pick<Page, "filterEcho" | "sortEcho"> = {};
      for await (const read of walk) {
        total = read.announced;
        echoes = read;
        items.push(...read.items);
        if (items.length >= limit) break;
      }
      // A list without matches has no page with a total; the walk's verdict has it.
      const verdict = items.length < limit ? walk.verdict() : undefined;
      total = verdict?.promised ?? total;
      const complete = verdict?.complete ?? items.length === total;
      const visible = items.slice(0, limit);
      const { filterEcho, sortEcho } = echoes;
      const warnings = liveWarnings(question, { records: visible.map(({ record }) => record), filterEcho, sortEcho });
      return { items: visible, total, complete, asOf: clock.now(), warnings };
    },
    get: async ({ connection: name, collection, id }) => {
      const { id: connection } = await connections.open(name);
      const latest = await readLatestRecord(deps, connection, collection, id);
      const [row = latest] = await withLastSeen(deps, { connection, collection }, [latest]);
      return row;
    },
    completeness: async ({ connection: name, collection }) => {
      const { id: connection } = await connections.open(name);
      return completenessOfCache(store, connection, collection);
    },
  };
}

type LivePage = Omit<Awaited<ReturnType<Browse["listLive"]>>, "asOf">;

/** One page as the service returned it. */
function livePage(question: LiveQuestion, answer: Page): LivePage {
  const { items, page, perPage, totalPages, totalCount, hasNext, filterEcho, sortEcho } = answer;
  const named = items.flatMap((record) => {
    const id = readId(record["id"]);
    return id === undefined ? [] : [{ id, record }];
  });
  const withoutId = items.length - named.length;
  return {
    items: named,
    page,
    complete: totalPages === 1 && totalCount === named.length,
    warnings: liveWarnings(question, { records: items, filterEcho, sortEcho }),
    total: totalCount,
    perPage,
    totalPages,
    hasNext,
    withoutId: withoutId === 0 ? undefined : withoutId,
  };
}
