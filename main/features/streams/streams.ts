/** The page of the treaty about data streams and API callbacks. */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import type { Callback, Stream } from "#contract/stream-words.ts";
import type { CallbackList, StreamList, streams } from "#contract/streams.ts";
import type { Handlers } from "#contract/kit.ts";
import { getApiCallback } from "../../api/api-callbacks.ts";
import { readId } from "../../api/json.ts";
import { describeReading } from "../../api/record-list.ts";
import { AppError } from "../../failure.ts";
import { createTurns } from "../../wait.ts";
import { createCallback } from "./create-callback.ts";
import { createStream, planStream } from "./create-stream.ts";
import { knownCallbacks } from "./known-callbacks.ts";
import { detailOf, knownStreams } from "./known-streams.ts";
import { idsBefore, readList } from "./list-desk.ts";
import { type StreamConnection, type StreamParts, workOf } from "./parts.ts";
import type { Kept } from "./queries.ts";
import { trustOf } from "./trust-policy.ts";
import { withoutSecrets } from "./without-secrets.ts";

export interface Streams {
  readonly handlers: Handlers<typeof streams>;
  /** What was on its way when the program ended is lost. */
  start(): Promise<void>;
  /** Removes what is kept of a connection. */
  forget(connectionId: number): Promise<void>;
}

export function createStreams(parts: StreamParts): Streams {
  const { store, clock } = parts;
  return {
    start: () => store.endAll(clock.now()),
    forget: (connectionId) => store.forget(connectionId),
    handlers: { ...reading(parts), ...creating(parts) },
  };
}

type Reading = Pick<
  Streams["handlers"],
  "list" | "refresh" | "show" | "callbacks" | "refreshCallbacks" | "readCallback"
>;

function reading(parts: StreamParts): Reading {
  const { store, connections, clock, onChanged } = parts;
  const asking = async (
    named: string | undefined,
    ask: (connection: StreamConnection) => Promise<unknown>,
  ): Promise<number> => {
    const connection = await connections.open(named);
    try {
      await ask(connection);
    } finally {
      onChanged(connection.name);
    }
    return connection.id;
  };
  return {
    list: async ({ connection }) => await streamList(parts, (await connections.open(connection)).id),
    refresh: async ({ connection: named }, { signal }) => {
      const id = await asking(named, async (connection) => {
        // The callbacks first: a stream is told apart by the URL of its callback.
        await idsBefore(parts, "callback", connection, signal);
        await readList(parts, "stream", connection, signal);
      });
      return await streamList(parts, id);
    },
    show: async ({ connection, key }) => {
      const { kept, callbacks, items } = await all(parts, (await connections.open(connection)).id);
      const found = items.find((one) => one.key === key);
      if (found === undefined) throw new AppError("stream-unknown", codedText("stream-not-found", { key }));
      return detailOf(found, kept, knownCallbacks(callbacks));
    },
    callbacks: async ({ connection }) => await callbackList(parts, (await connections.open(connection)).id),
    refreshCallbacks: async ({ connection: named }, { signal }) =>
      await callbackList(parts, await asking(named, (connection) => readList(parts, "callback", connection, signal))),
    readCallback: async ({ connection: named, id }, { signal }) => {
      const connection = await connections.open(named);
      const asOf = clock.now();
      const record = withoutSecrets(await readOne(connection, id, signal));
      const row = { id: readId(record["id"]) ?? id, record: JSON.stringify(record) };
      await store.keepOne(connection.id, "callback", asOf, row);
      onChanged(connection.name);
      const { items } = await callbackList(parts, connection.id);
      const found = items.find((one) => one.id === row.id);
      if (found === undefined) throw new Error("a callback that was just read is not there");
      return found;
    },
  };
}

type Creating = Omit<Streams["handlers"], keyof Reading>;

function creating(parts: StreamParts): Creating {
  const { store, connections, clock, onChanged, organisationOf, tellSettled } = parts;
  const inTurn = createTurns();
  /** One creation at a time on a connection: a second click finds what the first made. */
  const taking = async <T>(
    named: string | undefined,
    work: (connection: StreamConnection) => Promise<T>,
  ): Promise<T> => {
    const connection = await connections.open(named);
    return await inTurn(String(connection.id), async () => {
      try {
        return await work(connection);
      } finally {
        onChanged(connection.name);
      }
    });
  };
  return {
    preview: async ({ connection, form }) =>
      (await planStream(parts, (await connections.open(connection)).id, form)).preview,
    create: async ({ connection: named, form, seal, allowSame }, { signal }) =>
      await taking(named, (connection) => createStream(parts, { connection, form, seal, allowSame, signal })),
    createCallback: async ({ connection: named, url, purpose, allowSame }, { signal }) =>
      await taking(named, (connection) => createCallback(parts, { connection, url, purpose, allowSame, signal })),
    tell: async ({ connection: named, entry, is }) => {
      const connection = await connections.open(named);
      const proof = codedText(is === "created" ? "said-created" : "said-not-created");
      const isTold = await store.tell(connection.id, entry, { state: is, at: clock.now(), answer: encodeText(proof) });
      onChanged(connection.name);
      if (isTold) await tellSettled({ work: workOf(entry), outcome: is === "created" ? "done" : "not-done", proof });
      else throw new AppError("entry-settled", codedText("outcome-recorded"));
      return {};
    },
    trust: async ({ connection: named, organisation, ...wish }) => {
      const connection = await connections.open(named);
      return trustOf({ ...wish, organisation: organisation ?? (await organisationOf(connection.name)) });
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
  readonly kept: Kept;
  readonly callbacks: Kept;
  readonly items: readonly Stream[];
}

async function all({ store }: StreamParts, connection: number): Promise<All> {
  const [kept, callbacks] = await Promise.all([store.kept(connection, "stream"), store.kept(connection, "callback")]);
  return { kept, callbacks, items: knownStreams(kept, knownCallbacks(callbacks)) };
}

async function streamList(parts: StreamParts, connection: number): Promise<StreamList> {
  const { kept, items } = await all(parts, connection);
  return { ...describeReading(kept.reading), items: [...items] };
}

async function callbackList(parts: StreamParts, connection: number): Promise<CallbackList> {
  const { callbacks, items: known } = await all(parts, connection);
  const items = knownCallbacks(callbacks).map((one): Callback => {
    const users = one.id === undefined ? [] : known.filter(({ callback }) => callback === one.id);
    return { ...one, streams: users.map(({ key }) => key) };
  });
  return { ...describeReading(callbacks.reading), items };
}
