/** Saved views: queries of a collection, saved per connection. */
import { columnSchema, type View, type views } from "#shared/contract/fleet/views.ts";
import { collectionSchema, type Collection } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { z } from "zod";
import type { Clock } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import { viewUnknown, type viewQueries, type ViewRow } from "./queries-views.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface ViewDeps {
  readonly store: StoreClient<typeof viewQueries>;
  readonly connections: {
    /** The current connection when no name is passed. */
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
  /** Deletes all views of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
  /** The filter of a connection's view of endpoints; undefined when there is no such view. */
  filterOf(connectionId: number, id: number): Promise<string | undefined>;
}

export function createViews({ store, connections, check, clock, onChanged }: ViewDeps): ViewsFeature {
  return {
    deleteConnectionData: (connectionId) => store.deleteConnectionData(connectionId),
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
        // A replaced view stays with its connection unless another one is named.
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

/** Unreadable columns count as none: the page then shows its default columns. */
function describe(row: ViewRow, connection: string): View {
  const columns = row.columns === null ? undefined : columnsSchema.safeParse(JSON.parse(row.columns)).data;
  return {
    id: row.id,
    connection,
    collection: collectionSchema.parse(row.collection),
    name: row.name,
    filter: row.filter,
    sort: row.sort,
    columns,
    createdAt: row.created_at,
  };
}
