/** Connections, the session of the current one, and what stands between here and the service. Holds no secret. */
import type { Connection, GovernorView, Reachability } from "#contract/connections.ts";
import type { KeychainState } from "#contract/keychain.ts";
import type { PracticeState } from "#contract/practice.ts";
import type { SessionState } from "#contract/session.ts";
import { createNewestRequest } from "../../lib/newest-request.ts";
import { fleet } from "../../lib/fleet.ts";
import { dropTextsOfOthers } from "../../lib/kept-text.ts";
import { failed, loading, never, ready, type Remote, shown } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { ConnectDraft } from "./connect-model.ts";

export interface ConnectionsSlice {
  readonly connections: Remote<readonly Connection[]>;
  /** Of the current connection. */
  readonly session: Remote<SessionState>;
  readonly governor: Remote<GovernorView>;
  readonly reachability: Remote<Reachability>;
  readonly keychain: Remote<KeychainState>;
  readonly practice: Remote<PracticeState>;
  /** Of each connection that was looked at, by name. */
  readonly sessions: Readonly<Record<string, Remote<SessionState>>>;
  /** What was typed to connect and is not sent yet, by name of the connection; "" for a new one. */
  readonly drafts: Readonly<Record<string, ConnectDraft>>;
  readonly loadConnections: () => Promise<void>;
  readonly loadSession: () => Promise<void>;
  readonly loadGovernor: () => Promise<void>;
  readonly loadReachability: () => Promise<void>;
  readonly loadKeychain: () => Promise<void>;
  readonly loadPractice: () => Promise<void>;
  readonly loadSessionOf: (name: string) => Promise<void>;
  /** Undefined forgets it. */
  readonly putDraft: (name: string, draft: ConnectDraft | undefined) => void;
  /** Makes a connection the current one. Throws `CallFailure`. */
  readonly useConnection: (name: string) => Promise<void>;
}

/** The one that everything is asked of. */
export function currentConnection(slice: Pick<ConnectionsSlice, "connections">): Connection | undefined {
  return shown(slice.connections)?.find(({ current }) => current);
}

type Key = "connections" | "session" | "governor" | "reachability" | "keychain" | "practice";
type ValueOf<K extends Key> = ConnectionsSlice[K] extends Remote<infer T> ? T : never;

export const createConnectionsSlice: SliceCreator<ConnectionsSlice> = (set, get) => {
  const startRequest = createNewestRequest();
  const load = async <K extends Key>(key: K, ask: () => Promise<ValueOf<K>>): Promise<void> => {
    const isNewest = startRequest(key);
    const put = (remote: Remote<ValueOf<K>>): void => {
      if (isNewest()) set({ [key]: remote });
    };
    const before = (): Remote<ValueOf<K>> => get()[key] as Remote<ValueOf<K>>;
    put(loading(before()));
    try {
      put(ready(await ask()));
    } catch (error) {
      put(failed(before(), error));
    }
  };
  /** What belongs to a connection is not asked where there is none. */
  const ofCurrent = (run: () => Promise<void>): Promise<void> =>
    currentConnection(get()) === undefined ? Promise.resolve() : run();
  const slice: ConnectionsSlice = {
    connections: never,
    session: never,
    governor: never,
    reachability: never,
    keychain: never,
    practice: never,
    sessions: {},
    drafts: {},
    loadConnections: async () => {
      const before = currentConnection(get())?.name;
      await load("connections", async () => {
        const { connections } = await fleet.connections.list({});
        dropTextsOfOthers(connections.map(({ name }) => name));
        return connections;
      });
      if (currentConnection(get())?.name !== before) set({ session: never, governor: never, reachability: never });
      await Promise.all([slice.loadSession(), slice.loadGovernor(), slice.loadReachability()]);
    },
    loadSession: () => ofCurrent(() => load("session", () => fleet.session.get({}))),
    loadGovernor: () => ofCurrent(() => load("governor", () => fleet.connections.governor({}))),
    loadReachability: () => ofCurrent(() => load("reachability", () => fleet.connections.reachability({}))),
    loadKeychain: () => load("keychain", () => fleet.keychain.get({})),
    loadPractice: () => load("practice", () => fleet.practice.get({})),
    loadSessionOf: async (name) => {
      const put = (next: (before: Remote<SessionState>) => Remote<SessionState>): void =>
        set(({ sessions }) => ({ sessions: { ...sessions, [name]: next(sessions[name] ?? never) } }));
      put(loading);
      try {
        const session = await fleet.session.get({ connection: name });
        put(() => ready(session));
      } catch (error) {
        put((before) => failed(before, error));
      }
    },
    putDraft: (name, draft) =>
      set(({ drafts }) => {
        const { [name]: _before, ...others } = drafts;
        return { drafts: draft === undefined ? others : { ...others, [name]: draft } };
      }),
    useConnection: async (connection) => {
      await fleet.connections.use({ connection });
      await slice.loadConnections();
    },
  };
  return slice;
};

export const connectionsTopics: SliceTopics<ConnectionsSlice> = (slice) => {
  const ifCurrent = (connection: string, run: () => Promise<void>): void => {
    if (currentConnection(slice())?.name === connection) void run();
  };
  const reload = (names: readonly string[]): Promise<unknown> => Promise.all(names.map(slice().loadSessionOf));
  /** Those that were looked at and are still there. */
  const known = (): readonly string[] =>
    (shown(slice().connections) ?? []).map(({ name }) => name).filter((name) => name in slice().sessions);
  return {
    "connections.changed": ({ connection }) => {
      void slice().loadConnections();
      void reload(known().filter((name) => name === connection));
    },
    "session.changed": ({ connection }) => {
      ifCurrent(connection, slice().loadSession);
      void reload(known().filter((name) => name === connection));
    },
    "connections.governorChanged": ({ connection }) => ifCurrent(connection, slice().loadGovernor),
    "connections.reachabilityChanged": ({ connection }) => ifCurrent(connection, slice().loadReachability),
    "keychain.changed": () => void Promise.all([slice().loadKeychain(), slice().loadSession(), reload(known())]),
    "practice.changed": () => void slice().loadPractice(),
    "shell.visibility": ({ missed }) => {
      if (missed) void Promise.all([slice().loadConnections(), slice().loadKeychain(), slice().loadPractice()]);
    },
  };
};
