/** One part of the composition: connections, who is signed in to them, and whether their services answer. */
import type { Treaty } from "#contract/index.ts";
import { createAudit, type Audit } from "./features/audit/audit.ts";
import type { auditQueries } from "./features/audit/queries.ts";
import { connect } from "./features/connections/connect.ts";
import type { ConnectParts } from "./features/connections/connect.ts";
import { ConnectionBook, type UnsavedChoice } from "./features/connections/connection-book.ts";
import { ConnectionGateway } from "./features/connections/gateway.ts";
import type { connectionQueries } from "./features/connections/queries.ts";
import { ServiceReachability } from "./features/connections/reachability.ts";
import type { PracticeParts } from "./features/practice/practice.ts";
import { createAuthenticate } from "./features/session/authenticate-over-wire.ts";
import { Sessions } from "./features/session/sessions.ts";
import type { Hosts } from "./hosts.ts";
import type { TopicPayloads, Topics } from "./ipc/topics.ts";
import type { Store } from "./store/db.ts";

/** What every part of the composition is made from. */
export interface Circumstances {
  readonly hosts: Hosts;
  readonly store: Store;
  readonly publish: Topics<TopicPayloads<Treaty>>["publish"];
  readonly lasting: boolean;
  readonly readTimeoutMs?: number | undefined;
  /** Outlives this opening of the database; missing where the choice of a connection is written, or refused. */
  readonly unsavedChoice?: UnsavedChoice | undefined;
}

export interface Ways {
  readonly audit: Audit;
  readonly book: ConnectionBook;
  readonly wires: ServiceReachability;
  readonly sessions: Sessions;
  readonly gateway: ConnectionGateway;
  /** Campaigns come later. */
  readonly connecting: Omit<ConnectParts, "campaigns">;
}

/** Makes them; nothing is opened yet. */
export function makeWays({ hosts, store, publish, lasting, readTimeoutMs, unsavedChoice }: Circumstances): Ways {
  const { clock, log, keychain, proxy, connectivity, machine, files } = hosts;
  const audit = createAudit({
    store: store.use<typeof auditQueries>("audit"),
    clock,
    log,
    machine,
    files,
    onAdded: () => publish("audit.added", {}),
  });
  const book = new ConnectionBook(store.use<typeof connectionQueries>("connections"), clock, unsavedChoice);
  const namesOf = async (baseUrl: string): Promise<string[]> =>
    (await book.all()).filter((connection) => connection.baseUrl === baseUrl).map(({ name }) => name);
  const wires = new ServiceReachability({
    clock,
    connectivity,
    lasting,
    onChanged: (baseUrl) =>
      void namesOf(baseUrl).then(
        (names) => names.forEach((connection) => publish("connections.reachabilityChanged", { connection })),
        (cause: unknown) => log.error("connections.reachability-not-told", {}, cause),
      ),
  });
  const sessions = new Sessions({
    book,
    clock,
    log,
    keychain,
    requireWritable: () => {
      if (store.readOnly !== undefined) throw store.readOnly;
    },
    authenticate: audit.watchSignIns(createAuthenticate({ clock, log, proxy, watch: (wire) => wires.watch(wire) })),
    onChanged: (connection) => publish("session.changed", { connection }),
  });
  const gateway = new ConnectionGateway({
    book,
    authorizer: (id, baseUrl) => sessions.authorizer(id, baseUrl),
    clock,
    log,
    proxy,
    wires,
    onGovernorChanged: (connection) => publish("connections.governorChanged", { connection }),
    readTimeoutMs,
    watchCalls: (owner, call) => audit.watchCalls(owner, call),
  });
  const connecting: Ways["connecting"] = {
    book,
    signIns: sessions,
    onKept: (now, before) => gateway.kept(now, before),
  };
  return { audit, book, wires, sessions, gateway, connecting };
}

/** Opens every session, so that each is kept fresh without being used. */
export async function openSessions({ book, sessions }: Ways): Promise<void> {
  await sessions.openAll((await book.all()).map(({ id }) => id));
}

/** Another keychain, or one that was opened: every session is read from it anew. */
export function followKeychain({ hosts: { keychain, log }, publish, lasting }: Circumstances, ways: Ways): () => void {
  const readAnew = async (): Promise<void> => {
    await ways.sessions.keychainChanged();
    if (lasting) await openSessions(ways);
    for (const { name: connection } of await ways.book.all()) publish("session.changed", { connection });
  };
  return keychain.onChange(() => {
    publish("keychain.changed", {});
    readAnew().catch((cause: unknown) => log.error("session.not-reopened", {}, cause));
  });
}

/** Connections as practice needs them. */
export function practiceConnections(
  parts: ConnectParts,
  onChanged: (name: string) => void,
): PracticeParts["connections"] {
  const { book } = parts;
  return {
    all: () => book.all(),
    use: async (name) => {
      await book.makeCurrent(name);
      onChanged(name);
    },
    connect: async (name, { baseUrl, applicationToken }) => {
      const secret = { applicationToken };
      const request = { name, baseUrl, secret, options: {}, allowUnencrypted: false };
      const answer = await connect(parts, request, { practice: true });
      onChanged(answer.connection.name);
    },
  };
}
