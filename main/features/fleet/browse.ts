/** Looking at the fleet: the local copy page by page, and the same question put to the service. */
import type { fleet } from "#contract/fleet.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import { walkCollection } from "../../api/collections.ts";
import { formatFilter, formatSort, parseFilter, parseSort } from "../../api/query.ts";
import { AppError } from "../../failure.ts";
import { throwIfStopped } from "../../wait.ts";
import { completenessOf } from "./completeness.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { FleetTools } from "./parts.ts";
import { withId } from "./row-order.ts";

type Browse = Pick<Handlers<typeof fleet>, "list" | "count" | "listLive" | "get" | "completeness">;

/** Records asked for per page of a live list. */
const livePerPage = 1000;

export function createBrowse(parts: FleetTools): Browse {
  const { store, connections, clock } = parts;
  return {
    list: async (request) => {
      const { collection, limit } = request;
      const filter = parseFilter(collection, request.filter);
      const sort = parseSort(collection, request.sort);
      const question = `${collection}?${formatFilter(collection, filter, "live")}?${formatSort(collection, sort, "live")}`;
      const after =
        request.cursor === undefined ? undefined : readCursor(question, request.cursor, withId(sort).length);
      const { id: connection } = await connections.open(request.connection);
      await parts.settle();
      const page = await store.readPage({ connection, collection, filter, sort, after, limit });
      return {
        items: page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord })),
        ...(page.next === undefined ? {} : { nextCursor: writeCursor(question, page.next) }),
        completeness: completenessOf(await store.newestRun(connection, collection)),
      };
    },
    count: async ({ connection: name, collection, filter: text }, { signal }) => {
      const filter = parseFilter(collection, text);
      const { id: connection } = await connections.open(name);
      await parts.settle();
      let step = await store.countRows({ connection, collection, filter }, 0, 0);
      while (step.next !== undefined) {
        throwIfStopped(signal);
        step = await store.countRows({ connection, collection, filter }, step.next, step.total);
      }
      return { total: step.total };
    },
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
      const complete = items.length < limit ? walk.verdict().complete : items.length === total;
      const shown = items.slice(0, limit);
      return { items: shown, ...(total === undefined ? {} : { total }), complete, asOf: clock.now() };
    },
    get: async ({ connection: name, collection, id }) => {
      const { id: connection } = await connections.open(name);
      const row = await store.readRow(connection, collection, id);
      if (row === undefined) {
        throw new AppError("not-in-cache", `The local copy of "${collection}" has nothing with the id ${id}.`);
      }
      const { raw, ...rest } = row;
      return { ...rest, record: JSON.parse(raw) as JsonRecord };
    },
    completeness: async ({ connection: name, collection }) => {
      const { id: connection } = await connections.open(name);
      return completenessOf(await store.newestRun(connection, collection));
    },
  };
}
