/** Contract handlers for data streams and API callbacks. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, StreamList, streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { getApiCallback } from "../../../core/api/api-callbacks.ts";
import { readId } from "../../../core/api/json.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import { AppError } from "#shared/failure.ts";
import { createCallback, createStream, planStream, streamSpecs } from "./create-stream.ts";
import { detailOf, mergeCallbacks, mergeStreams } from "./merge-streams.ts";
import { idsBefore, readList } from "./read-list.ts";
import { loadCached, type StreamConnection, type StreamDeps } from "./deps.ts";
import type { CachedList } from "./queries.ts";
import { trustOf } from "./trust-policy.ts";
import { withoutSecrets } from "./read-records.ts";

export interface Streams {
  readonly handlers: Handlers<typeof streams>;
  /** Removes the data of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createStreams(deps: StreamDeps): Streams {
  deps.journal.register(...streamSpecs);
  return {
    deleteConnectionData: (connectionId) => deps.store.deleteConnectionData(connectionId),
    handlers: { ...reading(deps), ...creating(deps) },
  };
}

type Reading = Pick<
  Streams["handlers"],
  "list" | "refresh" | "show" | "callbacks" | "refreshCallbacks" | "readCallback"
>;

function reading(deps: StreamDeps): Reading {
  const { store, connections, journal, onChanged } = deps;
  const runAndNotify = async (
    named: string | undefined,
    operation: (connection: StreamConnection) => Promise<unknown>,
  ): Promise<StreamConnection> => {
    const connection = await connections.open(named);
    try {
      await operation(connection);
    } finally {
      onChanged(connection.name);
    }
    return connection;
  };
  return {
    list: async ({ connection }) => await streamList(deps, await connections.open(connection)),
    refresh: async ({ connection: named }, { signal }) => {
      const opened = await runAndNotify(named, async (connection) => {
        // Callbacks are read first: the URL of its callback identifies a stream.
        await idsBefore(deps, "callback", connection, signal);
        await readList(deps, "stream", connection, signal);
      });
      return await streamList(deps, opened);
    },
    show: async ({ connection, key }) => {
      const { cached, callbacks, items } = await all(deps, await connections.open(connection));
      const stream = items.find((one) => one.key === key);
      if (stream === undefined) throw new AppError("stream-unknown", codedText("stream-not-found", { key }));
      return detailOf(stream, cached, mergeCallbacks(callbacks));
    },
    callbacks: async ({ connection }) => await callbackList(deps, await connections.open(connection)),
    refreshCallbacks: async ({ connection: named }, { signal }) =>
      await callbackList(
        deps,
        await runAndNotify(named, (connection) => readList(deps, "callback", connection, signal)),
      ),
    readCallback: async ({ connection: named, id }, { signal }) => {
      const connection = await connections.open(named);
      const { asOf } = journal.startReading();
      const record = withoutSecrets(await readOne(connection, id, signal));
      const row = { id: readId(record["id"]) ?? id, record: JSON.stringify(record) };
      await store.saveRecord(connection.id, "callback", asOf, row);
      onChanged(connection.name);
      const { items } = await callbackList(deps, connection);
      const callback = items.find((one) => one.id === row.id);
      if (callback === undefined) throw new Error("a callback that was just read is not there");
      return callback;
    },
  };
}

type Creating = Omit<Streams["handlers"], keyof Reading>;

function creating(deps: StreamDeps): Creating {
  const { connections, journal, onChanged, organisationOf } = deps;
  /** Serialises creations per connection, so that a second click finds what the first one created. */
  const withConnection = async <T>(
    named: string | undefined,
    work: (connection: StreamConnection) => Promise<T>,
  ): Promise<T> => {
    const connection = await connections.open(named);
    return await journal.exclusive(connection, "streams", async () => {
      try {
        return await work(connection);
      } finally {
        onChanged(connection.name);
      }
    });
  };
  return {
    preview: async ({ connection, form }) => (await planStream(deps, await connections.open(connection), form)).preview,
    create: async ({ connection: named, form, fingerprint, allowSame }, { signal }) =>
      await withConnection(named, (connection) =>
        createStream(deps, { connection, form, fingerprint, allowSame, signal }),
      ),
    createCallback: async ({ connection: named, url, purpose, allowSame }, { signal }) =>
      await withConnection(named, (connection) =>
        createCallback(deps, { connection, url, purpose, allowSame, signal }),
      ),
    resolveCreation: async ({ connection: named, entry, is }) => {
      const connection = await connections.open(named);
      try {
        await journal.resolveByUser(connection.id, entry, is === "created" ? "applied" : "not-applied");
      } finally {
        onChanged(connection.name);
      }
      return {};
    },
    trust: async ({ connection: named, organisation, ...request }) => {
      const connection = await connections.open(named);
      return trustOf({ ...request, organisation: organisation ?? (await organisationOf(connection.name)) });
    },
  };
}

async function readOne({ api }: StreamConnection, id: string, signal: AbortSignal): ReturnType<typeof getApiCallback> {
  try {
    return await getApiCallback(api, id, { signal, priority: "click" });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "not-offered" || error.details?.["status"] !== 404) throw error;
    throw new AppError("callback-unknown", codedText("callback-not-found", { callback: id }), { cause: error });
  }
}

interface All {
  readonly cached: CachedList;
  readonly callbacks: CachedList;
  readonly items: readonly Stream[];
}

async function all(deps: StreamDeps, connection: StreamConnection): Promise<All> {
  const [cached, callbacks] = await Promise.all([
    loadCached(deps, connection, "stream"),
    loadCached(deps, connection, "callback"),
  ]);
  return { cached, callbacks, items: mergeStreams(cached, mergeCallbacks(callbacks)) };
}

async function streamList(deps: StreamDeps, connection: StreamConnection): Promise<StreamList> {
  const { cached, items } = await all(deps, connection);
  return { ...describeReading(cached.reading), items: [...items] };
}

async function callbackList(deps: StreamDeps, connection: StreamConnection): Promise<CallbackList> {
  const { callbacks, items: streamItems } = await all(deps, connection);
  const items = mergeCallbacks(callbacks).map((one): Callback => {
    const users = one.id === undefined ? [] : streamItems.filter(({ callback }) => callback === one.id);
    return { ...one, streams: users.map(({ key }) => key) };
  });
  return { ...describeReading(callbacks.reading), items };
}
