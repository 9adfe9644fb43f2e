/** Contract handlers for data streams and API callbacks. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, StreamList, streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { getApiCallback } from "../../../core/api/api-callbacks.ts";
import { readId } from "../../../core/api/json.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import { AppError } from "#shared/failure.ts";
import { isMissing, type NetworkContext, type NetworkDeps, openContext, runChange } from "../deps.ts";
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
  return {
    list: async ({ connection }, { signal }) => await streamList(await openContext(deps, { connection, signal })),
    refresh: async ({ connection }, { signal }) =>
      await streamList(
        await runChange(deps, { connection, signal, part: "streams" }, async (context) => {
          // Callbacks are read first: the URL of its callback identifies a stream.
          await idsBefore(context, "callback");
          await readList(context, "stream");
          return context;
        }),
      ),
    show: async ({ connection, key }, { signal }) => {
      const { cached, callbacks, items } = await all(await openContext(deps, { connection, signal }));
      const stream = items.find((one) => one.key === key);
      if (stream === undefined) throw new AppError("stream-unknown", codedText("stream-not-found", { key }));
      return detailOf(stream, cached, mergeCallbacks(callbacks));
    },
    callbacks: async ({ connection }, { signal }) =>
      await callbackList(await openContext(deps, { connection, signal })),
    refreshCallbacks: async ({ connection }, { signal }) =>
      await callbackList(
        await runChange(deps, { connection, signal, part: "streams" }, async (context) => {
          await readList(context, "callback");
          return context;
        }),
      ),
    readCallback: async ({ connection, id: requested }, { signal }) => {
      const { context, id } = await runChange(deps, { connection, signal, part: "streams" }, async (opened) => {
        const { asOf } = deps.journal.startReading();
        const record = withoutSecrets(await readOne(opened, requested));
        const row = { id: readId(record["id"]) ?? requested, record };
        await deps.store.saveRecord(opened.connection.id, "callback", asOf, row);
        return { context: opened, id: row.id };
      });
      const { items } = await callbackList(context);
      const callback = items.find((one) => one.id === id);
      if (callback === undefined) throw new Error("a callback that was just read is not there");
      return callback;
    },
  };
}

type Creating = Omit<Handlers<typeof streams>, keyof Reading>;

function creating(deps: NetworkDeps): Creating {
  return {
    preview: async ({ connection, form }, { signal }) =>
      (await planStream(await openContext(deps, { connection, signal }), form)).preview,
    // Serialised per connection, so that a second click finds what the first one created.
    create: async ({ connection, ...request }, { signal }) =>
      await runChange(deps, { connection, signal, part: "streams", key: "streams" }, (context) =>
        createStream(context, { fingerprint: undefined, ...request }),
      ),
    createCallback: async ({ connection, ...request }, { signal }) =>
      await runChange(deps, { connection, signal, part: "streams", key: "streams" }, (context) =>
        createCallback(context, request),
      ),
    resolveCreation: async ({ connection: named, entry, is }, { signal }) =>
      await runChange(deps, { connection: named, signal, part: "streams" }, async ({ connection }) => {
        await deps.journal.resolveByUser(connection.id, entry, is === "created" ? "applied" : "not-applied");
        return {};
      }),
    trust: async ({ connection: named, organisation, ...request }) => {
      const { name } = await deps.connections.open(named);
      return trustOf({ ...request, organisation: organisation ?? (await deps.organisationOf(name)) });
    },
  };
}

async function readOne({ connection: { api }, signal }: NetworkContext, id: string): ReturnType<typeof getApiCallback> {
  try {
    return await getApiCallback(api, id, { signal, priority: "click" });
  } catch (error) {
    if (!isMissing(error) || error.code === "not-offered") throw error;
    throw new AppError("callback-unknown", codedText("callback-not-found", { callback: id }), { cause: error });
  }
}

interface All {
  readonly cached: CachedList;
  readonly callbacks: CachedList;
  readonly items: readonly Stream[];
}

async function all(context: NetworkContext): Promise<All> {
  const [cached, callbacks] = await Promise.all([loadCached(context, "stream"), loadCached(context, "callback")]);
  return { cached, callbacks, items: mergeStreams(cached, mergeCallbacks(callbacks)) };
}

async function streamList(context: NetworkContext): Promise<StreamList> {
  const { cached, items } = await all(context);
  return { ...describeReading(cached.reading), items: [...items] };
}

async function callbackList(context: NetworkContext): Promise<CallbackList> {
  const { callbacks, items: streamItems } = await all(context);
  const items = mergeCallbacks(callbacks).map((one): Callback => {
    const users = one.id === undefined ? [] : streamItems.filter(({ callback }) => callback === one.id);
    return { ...one, streams: users.map(({ key }) => key) };
  });
  return { ...describeReading(callbacks.reading), items };
}
