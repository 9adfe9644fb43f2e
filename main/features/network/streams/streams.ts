/** Contract handlers for data streams and API callbacks. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, StreamList, streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { getApiCallback } from "../../../core/api/api-callbacks.ts";
import { readId } from "../../../core/api/json.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import { AppError } from "#shared/failure.ts";
import { type NetworkConnection, type NetworkDeps, runChange } from "../deps.ts";
import { readList } from "../readings.ts";
import { createCallback, createStream, idsBefore, loadCached, planStream } from "./create-stream.ts";
import { type CachedList, detailOf, mergeCallbacks, mergeStreams } from "./merge-streams.ts";
import { withoutSecrets } from "./read-records.ts";
import { trustOf } from "./trust-policy.ts";

export function createStreams(deps: NetworkDeps): Handlers<typeof streams> {
  return { ...reading(deps), ...creating(deps) };
}

type Reading = Pick<
  Handlers<typeof streams>,
  "list" | "refresh" | "show" | "callbacks" | "refreshCallbacks" | "readCallback"
>;

function reading(deps: NetworkDeps): Reading {
  const { store, connections, journal } = deps;
  return {
    list: async ({ connection }) => await streamList(deps, await connections.open(connection)),
    refresh: async ({ connection: named }, { signal }) => {
      const opened = await runChange(deps, { named, part: "streams" }, async (connection) => {
        // Callbacks are read first: the URL of its callback identifies a stream.
        await idsBefore(deps, "callback", connection, signal);
        await readList(deps, "stream", connection, signal);
        return connection;
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
        await runChange(deps, { named, part: "streams" }, async (connection) => {
          await readList(deps, "callback", connection, signal);
          return connection;
        }),
      ),
    readCallback: async ({ connection: named, id: requested }, { signal }) => {
      const { connection, id } = await runChange(deps, { named, part: "streams" }, async (opened) => {
        const { asOf } = journal.startReading();
        const record = withoutSecrets(await readOne(opened, requested, signal));
        const row = { id: readId(record["id"]) ?? requested, record };
        await store.saveRecord(opened.id, "callback", asOf, row);
        return { connection: opened, id: row.id };
      });
      const { items } = await callbackList(deps, connection);
      const callback = items.find((one) => one.id === id);
      if (callback === undefined) throw new Error("a callback that was just read is not there");
      return callback;
    },
  };
}

type Creating = Omit<Handlers<typeof streams>, keyof Reading>;

function creating(deps: NetworkDeps): Creating {
  const { connections, journal, organisationOf } = deps;
  return {
    preview: async ({ connection, form }) => (await planStream(deps, await connections.open(connection), form)).preview,
    // Serialised per connection, so that a second click finds what the first one created.
    create: async ({ connection: named, form, fingerprint, allowSame }, { signal }) =>
      await runChange(deps, { named, part: "streams", key: "streams" }, (connection) =>
        createStream(deps, { connection, form, fingerprint, allowSame, signal }),
      ),
    createCallback: async ({ connection: named, url, purpose, allowSame }, { signal }) =>
      await runChange(deps, { named, part: "streams", key: "streams" }, (connection) =>
        createCallback(deps, { connection, url, purpose, allowSame, signal }),
      ),
    resolveCreation: async ({ connection: named, entry, is }) =>
      await runChange(deps, { named, part: "streams" }, async ({ id }) => {
        await journal.resolveByUser(id, entry, is === "created" ? "applied" : "not-applied");
        return {};
      }),
    trust: async ({ connection: named, organisation, ...request }) => {
      const connection = await connections.open(named);
      return trustOf({ ...request, organisation: organisation ?? (await organisationOf(connection.name)) });
    },
  };
}

async function readOne({ api }: NetworkConnection, id: string, signal: AbortSignal): ReturnType<typeof getApiCallback> {
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

async function all(deps: NetworkDeps, connection: NetworkConnection): Promise<All> {
  const [cached, callbacks] = await Promise.all([
    loadCached(deps, connection, "stream"),
    loadCached(deps, connection, "callback"),
  ]);
  return { cached, callbacks, items: mergeStreams(cached, mergeCallbacks(callbacks)) };
}

async function streamList(deps: NetworkDeps, connection: NetworkConnection): Promise<StreamList> {
  const { cached, items } = await all(deps, connection);
  return { ...describeReading(cached.reading), items: [...items] };
}

async function callbackList(deps: NetworkDeps, connection: NetworkConnection): Promise<CallbackList> {
  const { callbacks, items: streamItems } = await all(deps, connection);
  const items = mergeCallbacks(callbacks).map((one): Callback => {
    const users = one.id === undefined ? [] : streamItems.filter(({ callback }) => callback === one.id);
    return { ...one, streams: users.map(({ key }) => key) };
  });
  return { ...describeReading(callbacks.reading), items };
}
