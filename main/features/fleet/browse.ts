/** Looking at the fleet: the local copy page by page, and the same question put to the service. */
import type { fleet } from "#contract/fleet.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import { walkCollection } from "../../api/collections.ts";
import { formatFilter, formatSort, parseFilter, parseSort } from "../../api/query.ts";
import { askCache, countCachedRows, readCachedPage, withinIds } from "./cached-rows.ts";
import { completenessOfCopy } from "./completeness.ts";
import type { FleetTools } from "./parts.ts";
import { knownRecord } from "./read-again.ts";

type Browse = Pick<Handlers<typeof fleet>, "list" | "count" | "listLive" | "get" | "completeness">;

/** Records asked for per page of a live list. */
const livePerPage = 1000;

export function createBrowse(parts: FleetTools): Browse {
  const { store, connections, clock } = parts;
  return {
    list: async ({ cursor, skip, fromEnd, limit, ...asked }, { signal }) => {
      const question = await askCache(parts, asked);
      const page = await readCachedPage(parts, question, { cursor, skip, fromEnd, limit, signal });
      return {
        items: page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord })),
        ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
        completeness: await completenessOfCopy(store, question.connection, question.collection),
      };
    },
    count: async ({ ids, ...asked }, { signal }) => ({
      total: await withinIds(parts, await askCache(parts, asked), ids, signal, (question) =>
        countCachedRows(parts, question, signal),
      ),
    }),
    listLive: async ({ connection: name, collection, filter, sort, limit }, { signal }) => {
      const q = formatFilter(collection, parseFilter(collection, filter), "spec");
      const keys = formatSort(collection, parseSort(collection, sort), "spec");
      const { api } = await connections.open(name);
      const perPage = Math.min(limit, livePerPage);
      // One page at a time: the answer is in the service's order.
      const walk = walkCollection(api, collection, {
        q,
        sort: keys,
        perPage,
        concurrency: 1,
        priority: "click",
        signal,
      });
      const items: { id: string; record: JsonRecord }[] = [];
      let total: number | undefined;
      for await (const page of walk) {
        total = page.promised;
        items.push(...page.items);
        if (items.length >= limit) break;
      }
      // A list without hits has no page to say its total; the walk as a whole knows what was promised.
      const verdict = items.length < limit ? walk.verdict() : undefined;
      total = verdict?.promised ?? total;
      const complete = verdict?.complete ?? items.length === total;
      const shown = items.slice(0, limit);
      return { items: shown, ...(total === undefined ? {} : { total }), complete, asOf: clock.now() };
    },
    get: async ({ connection: name, collection, id }) => {
      const { id: connection } = await connections.open(name);
      return await knownRecord(parts, connection, collection, id);
    },
    completeness: async ({ connection: name, collection }) => {
      const { id: connection } = await connections.open(name);
      return completenessOfCopy(store, connection, collection);
    },
  };
}
