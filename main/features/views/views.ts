/** Saved views: questions to a collection, kept with the connection they were asked of. */
import { columnSchema } from "#contract/views.ts";
import type { View, views } from "#contract/views.ts";
import type { Collection } from "#contract/fleet.ts";
import { collectionSchema } from "#contract/fleet.ts";
import type { Handlers } from "#contract/kit.ts";
import { z } from "zod";
import type { Clock } from "../../hosts.ts";
import type { StoreClient } from "../../store/db.ts";
import { viewUnknown } from "./queries.ts";
import type { viewQueries, ViewRow } from "./queries.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface ViewDeps {
  readonly store: StoreClient<typeof viewQueries>;
  readonly connections: {
    /** The current one when no name is given. */
    find(name?: string): Promise<Named>;
    byId(id: number): Promise<Named>;
  };
  /** Throws `filter-invalid` or `sort-invalid`. */
  readonly check: (collection: Collection, question: { readonly filter: string; readonly sort: string }) => void;
  readonly clock: Clock;
  readonly onChanged: (connection: string) => void;
}

const columnsSchema = z.array(columnSchema);

export interface ViewsFeature {
  readonly handlers: Handlers<typeof views>;
  /** Removes every view of a connection. */
  forget(connectionId: number): Promise<void>;
  /** The filter of a connection's view of endpoints; undefined when it has no such view. */
  filterOf(connectionId: number, id: number): Promise<string | undefined>;
}

export function createViews({ store, connections, check, clock, onChanged }: ViewDeps): ViewsFeature {
  return {
    forget: (connectionId) => store.forget(connectionId),
    filterOf: async (connectionId, id) => {
      const row = await store.byId(id);
      return row?.collection === "endpoint" && row.connection === connectionId ? row.filter : undefined;
    },
    handlers: {
      list: async ({ connection: name }) => {
        const connection = await connections.find(name);
        const rows = await store.list(connection.id);
        return { views: rows.map((row) => describe(row, connection.name)) };
      },
      save: async ({ id, connection: name, collection, name: title, filter, sort, columns }) => {
        check(collection, { filter, sort });
        const before = id === undefined ? undefined : await store.byId(id);
        if (id !== undefined && before === undefined) throw viewUnknown(id);
        // A view that is replaced stays with its connection unless another is named.
        const connection =
          before === undefined || name !== undefined
            ? await connections.find(name)
            : await connections.byId(before.connection);
        const row = await store.save({
          id,
          connection: connection.id,
          collection,
          name: title,
          filter,
          sort,
          columns: columns === undefined ? undefined : JSON.stringify(columns),
          at: clock.now(),
        });
        onChanged(connection.name);
        return describe(row, connection.name);
      },
      remove: async ({ id }) => {
        const row = await store.byId(id);
        if (row === undefined || !(await store.remove(id))) throw viewUnknown(id);
        const connection = await connections.byId(row.connection);
        onChanged(connection.name);
        return {};
      },
    },
  };
}

/** Columns that cannot be read count as none: the page then shows its own. */
function describe(row: ViewRow, connection: string): View {
  const columns = row.columns === null ? undefined : columnsSchema.safeParse(JSON.parse(row.columns)).data;
  return {
    id: row.id,
    connection,
    collection: collectionSchema.parse(row.collection),
    name: row.name,
    filter: row.filter,
    sort: row.sort,
    ...(columns === undefined ? {} : { columns }),
    createdAt: row.created_at,
  };
}
