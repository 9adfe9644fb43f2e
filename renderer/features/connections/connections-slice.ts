/** Connections, the session of the current one, and its reachability and rate limit. Holds no secret. */
import type { Connection, GovernorView, Reachability } from "#shared/contract/connections/connections.ts";
import type { KeychainState } from "#shared/contract/connections/keychain.ts";
import type { PracticeState } from "#shared/contract/connections/practice.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { createNewestRequest } from "../../lib/newest-request.ts";
import { fleet } from "../../lib/fleet.ts";
import { pruneTextDrafts } from "../../lib/draft-storage.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { ConnectDraft } from "./connect-draft.ts";

export interface ConnectionsSlice {
  readonly connections: AsyncState<readonly Connection[]>;
  /** Of the current connection. */
  readonly session: AsyncState<SessionState>;
  readonly governor: AsyncState<GovernorView>;
  readonly reachability: AsyncState<Reachability>;
  readonly keychain: AsyncState<KeychainState>;
  readonly practice: AsyncState<PracticeState>;
  /** Sessions loaded so far, by connection name. */
  readonly sessions: Readonly<Record<string, AsyncState<SessionState>>>;
  /** Unsent connect drafts by connection name; "" for a new connection. */
  readonly drafts: Readonly<Record<string, ConnectDraft>>;
  readonly loadConnections: () => Promise<void>;
  readonly loadSession: () => Promise<void>;
  readonly loadGovernor: () => Promise<void>;
  readonly loadReachability: () => Promise<void>;
  readonly loadKeychain: () => Promise<void>;
  readonly loadPractice: () => Promise<void>;
  readonly loadSessionOf: (name: string) => Promise<void>;
  /** Undefined deletes the draft. */
  readonly saveConnectDraft: (name: string, draft: ConnectDraft | undefined) => void;
  /** Makes a connection the current one. Throws `CallFailure`. */
}

/** The connection that all requests use. */
export function currentConnection(slice: Pick<ConnectionsSlice, "connections">): Connection | undefined {
  return dataOf(slice.connections)?.find(({ current }) => current);
}

type Key = "connections" | "session" | "governor" | "reachability" | "keychain" | "practice";
type ValueOf<K extends Key> = ConnectionsSlice[K] extends AsyncState<infer T> ? T : never;

export const createConnectionsSlice: SliceCreator<ConnectionsSlice> = (set, get) => {
  const startRequest = createNewestRequest();
  const load = async <K extends Key>(key: K, request: () => Promise<ValueOf<K>>): Promise<void> => {
    const isNewest = startRequest(key);
    const put = (next: AsyncState<ValueOf<K>>): void => {
      if (isNewest()) set({ [key]: next });
    };
    const before = (): AsyncState<ValueOf<K>> => get()[key] as AsyncState<ValueOf<K>>;
    put(loading(before()));
    try {
      put(ready(await request()));
    } catch (error) {
      put(failed(before(), error));
    }
  };
  /** Skips loading data of a connection if there is none. */
  const ofCurrent = (run: () => Promise<void>): Promise<void> =>
    currentConnection(get()) === undefined ? Promise.resolve() : run();
  const slice: ConnectionsSlice = {
    connections: idle,
    session: idle,
    governor: idle,
    reachability: idle,
    keychain: idle,
    practice: idle,
    sessions: {},
    drafts: {},
    loadConnections: async () => {
      const before = currentConnection(get())?.name;
      await load("connections", async () => {
        const { connections } = await fleet.connections.list({});
        pruneTextDrafts(connections.map(({ name }) => name));
        return connections;
      });
      if (currentConnection(get())?.name !== before) set({ session: idle, governor: idle, reachability: idle });
      await Promise.all([slice.loadSession(), slice.loadGovernor(), slice.loadReachability()]);
    },
    loadSession: () => ofCurrent(() => load("session", () => fleet.session.get({}))),
    loadGovernor: () => ofCurrent(() => load("governor", () => fleet.connections.governor({}))),
    loadReachability: () => ofCurrent(() => load("reachability", () => fleet.connections.reachability({}))),
    loadKeychain: () => load("keychain", () => fleet.keychain.get({})),
    loadPractice: () => load("practice", () => fleet.practice.get({})),
    loadSessionOf: async (name) => {
      const put = (next: (before: AsyncState<SessionState>) => AsyncState<SessionState>): void =>
        set(({ sessions }) => ({ sessions: { ...sessions, [name]: next(sessions[name] ?? idle) } }));
      put(loading);
      try {
        const session = await fleet.session.get({ connection: name });
        put(() => ready(session));
      } catch (error) {
        put((before) => failed(before, error));
      }
    },
    saveConnectDraft: (name, draft) =>
      set(({ drafts }) => {
        const { [name]: _before, ...rest } = drafts;
        return { drafts: draft === undefined ? rest : { ...rest, [name]: draft } };
      }),
  };
  return slice;
};

export const connectionsTopics: SliceTopics<ConnectionsSlice> = (slice) => {
  const ifCurrent = (connection: string, run: () => Promise<void>): void => {
    if (currentConnection(slice())?.name === connection) void run();
  };
  const reload = (names: readonly string[]): Promise<unknown> => Promise.all(names.map(slice().loadSessionOf));
  /** Connections whose session has been loaded and that still exist. */
  const loadedNames = (): readonly string[] =>
    (dataOf(slice().connections) ?? []).map(({ name }) => name).filter((name) => name in slice().sessions);
  return {
    "connections.changed": ({ connection }) => {
      void slice().loadConnections();
      void reload(loadedNames().filter((name) => name === connection));
    },
    "session.changed": ({ connection }) => {
      ifCurrent(connection, slice().loadSession);
      void reload(loadedNames().filter((name) => name === connection));
    },
    "connections.governorChanged": ({ connection }) => ifCurrent(connection, slice().loadGovernor),
    "connections.reachabilityChanged": ({ connection }) => ifCurrent(connection, slice().loadReachability),
    "keychain.changed": () => void Promise.all([slice().loadKeychain(), slice().loadSession(), reload(loadedNames())]),
    "practice.changed": () => void slice().loadPractice(),
    "shell.visibility": ({ missed }) => {
      if (missed) void Promise.all([slice().loadConnections(), slice().loadKeychain(), slice().loadPractice()]);
    },
  };
};
