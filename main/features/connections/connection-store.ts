/** Reads and writes connections: rows parsed into values, and the errors for missing connections. */
import { codedText } from "#shared/texts/coded-text.ts";
import {
  type Connection,
  type ConnectionOptions,
  connectionOptionsSchema,
} from "#shared/contract/connections/connections.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { connectionQueries, ConnectionRow } from "./queries.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";

export interface Identity {
  readonly organisationId?: string;
  readonly organisationName?: string;
  readonly username?: string;
}

/** One parsed row. `session` and `dialect` are stored for other features, which parse them. */
export interface ConnectionRecord {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly options: ConnectionOptions;
  readonly dialect: object;
  readonly identity: Identity;
  readonly session: unknown;
  readonly vaultKey: string;
  readonly current: boolean;
  /** Points to the built-in simulator. */
  readonly practice: boolean;
  /** An operator confirmed that its tokens may be sent over plain HTTP to another computer. */
  readonly allowUnencrypted: boolean;
  readonly createdAt: number;
}

export interface NewConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly options: ConnectionOptions;
  readonly identity: Identity;
  readonly session: object;
  readonly vaultKey: string;
  readonly practice: boolean;
  readonly allowUnencrypted: boolean;
}

/** The current connection of a process that cannot write to the database. */
export interface UnsavedChoice {
  name: string | undefined;
}

export class ConnectionStore {
  readonly #queries: StoreClient<typeof connectionQueries>;
  readonly #clock: Clock;
  readonly #unsaved: UnsavedChoice | undefined;

  constructor(queries: StoreClient<typeof connectionQueries>, clock: Clock, unsaved?: UnsavedChoice) {
    this.#queries = queries;
    this.#clock = clock;
    this.#unsaved = unsaved;
  }

  /** The current connection when no name is given. Throws `no-connection` or `connection-unknown`. */
  async find(name?: string): Promise<ConnectionRecord> {
    if (name === undefined) return this.#current();
    const connection = await this.lookUp(name);
    if (connection === undefined) throw unknownConnection(name);
    return connection;
  }

  async lookUp(name: string): Promise<ConnectionRecord | undefined> {
    const row = await this.#queries.byName(name);
    return row === undefined ? undefined : this.#read(row);
  }

  /** Throws `connection-unknown`, or `connection-changed` when the connection's name now points to another service. */
  async byId(id: number): Promise<ConnectionRecord> {
    const row = await this.#queries.byId(id);
    if (row === undefined) throw new AppError("connection-unknown", codedText("connection-gone"));
    if (row.retired_at !== null) throw changedConnection(row.name);
    return this.#read(row);
  }

  async all(): Promise<ConnectionRecord[]> {
    return (await this.#queries.all()).map((row) => this.#read(row));
  }

  /** Names by id, including retired connections. */
  async names(): Promise<ReadonlyMap<number, string>> {
    return new Map((await this.#queries.names()).map(({ id, name }) => [id, name]));
  }

  /** Connections that were removed, or whose name now points to another service. */
  retiredIds(): Promise<number[]> {
    return this.#queries.retiredIds();
  }

  /** A name that now points to another address or organisation gets a new id; the former id can no longer be opened. */
  async save(connection: NewConnection): Promise<ConnectionRecord> {
    const { options, identity, session, ...plain } = connection;
    return readRow(
      await this.#queries.save({
        ...plain,
        options: JSON.stringify(options),
        identity: JSON.stringify(identity),
        session: JSON.stringify(session),
        at: this.#clock.now(),
      }),
    );
  }

  /** Throws `connection-unknown`. */
  async makeCurrent(name: string): Promise<void> {
    if (this.#unsaved !== undefined) this.#unsaved.name = (await this.find(name)).name;
    else if (!(await this.#queries.makeCurrent(name))) throw unknownConnection(name);
  }

  async saveOptions(id: number, options: ConnectionOptions): Promise<ConnectionRecord> {
    await this.#queries.saveOptions(id, JSON.stringify(options));
    return this.byId(id);
  }

  /** Removes the connection from the list; its name stays, for what was sent through it. */
  retire(id: number): Promise<void> {
    return this.#queries.retire(id, this.#clock.now());
  }

  saveDialect(id: number, baseUrl: string, dialect: object): Promise<void> {
    return this.#queries.saveDialect(id, baseUrl, JSON.stringify(dialect));
  }

  saveSession(id: number, vaultKey: string, session: object): Promise<void> {
    return this.#queries.saveSession(id, vaultKey, JSON.stringify(session));
  }

  rememberVaultKey(key: string, protection: string): Promise<void> {
    return this.#queries.rememberVaultKey(key, protection, this.#clock.now());
  }

  deleteVaultKey(key: string): Promise<void> {
    return this.#queries.deleteVaultKey(key);
  }

  orphanedVaultKeys(protection: string): Promise<string[]> {
    return this.#queries.orphanedVaultKeys(protection);
  }

  /** A block that begins in the future was written under a clock that has since been set back, so it is ignored. */
  async blockedUntil(baseUrl: string, identity: string): Promise<number | undefined> {
    const block = await this.#queries.signInBlock(baseUrl, identity);
    const now = this.#clock.now();
    return block !== undefined && block.since <= now && now < block.until ? block.until : undefined;
  }

  blockUntil(baseUrl: string, identity: string, until: number): Promise<void> {
    return this.#queries.blockSignIn(baseUrl, identity, { since: this.#clock.now(), until });
  }

  #read(row: ConnectionRow): ConnectionRecord {
    const selected = this.#unsaved?.name;
    return selected === undefined ? readRow(row) : { ...readRow(row), current: row.name === selected };
  }

  async #current(): Promise<ConnectionRecord> {
    if (this.#unsaved?.name !== undefined) return await this.find(this.#unsaved.name);
    const row = await this.#queries.current();
    if (row === undefined) {
      const isThereAny = (await this.#queries.all()).length > 0;
      const message = isThereAny ? codedText("no-connection-selected") : codedText("no-connection");
      throw new AppError("no-connection", message);
    }
    return readRow(row);
  }
}

/** Converts a record to the contract's `Connection`. */
export function describe(connection: ConnectionRecord): Connection {
  const { name, baseUrl, kind, options, current, practice, createdAt } = connection;
  return { name, baseUrl, kind, options, current, practice, createdAt };
}

function readRow(row: ConnectionRow): ConnectionRecord {
  return {
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    kind: row.kind,
    options: withReconcileGrace(row.base_url, connectionOptionsSchema.parse(JSON.parse(row.options))),
    dialect: JSON.parse(row.dialect) as object,
    identity: JSON.parse(row.identity) as Identity,
    session: JSON.parse(row.session) as unknown,
    vaultKey: row.vault_key,
    current: row.is_current === 1,
    practice: row.practice === 1,
    allowUnencrypted: row.allow_unencrypted === 1,
    createdAt: row.created_at,
  };
}

function unknownConnection(name: string): AppError {
  return new AppError("connection-unknown", codedText("connection-not-found", { name }), {
    details: { connection: name },
  });
}

function changedConnection(name: string): AppError {
  return new AppError("connection-changed", codedText("connection-changed", { name }), {
    details: { connection: name },
  });
}

// The lower limit for the grace period of lost answers. A service lists an accepted SMS only after a while; with a shorter grace period the
// reconciler would conclude that nothing was sent, and the SMS would be sent a second time. A simulator on this computer has no such delay.

const minRemoteGraceMs = 10_000;

function minGraceMs(baseUrl: string): number {
  return isThisComputer(URL.parse(baseUrl)?.hostname ?? "") ? 0 : minRemoteGraceMs;
}

/** Throws `invalid-input` for a grace period that is too short for this service. */
export function requireReconcileGrace(baseUrl: string, { reconcileAfterMs }: ConnectionOptions): void {
  const min = minGraceMs(baseUrl);
  if (reconcileAfterMs >= min) return;
  throw new AppError("invalid-input", codedText("grace-too-short", { seconds: min / 1000 }), {
    details: { field: "reconcileAfterMs" },
  });
}

/** Options saved by an earlier version, with the grace period raised to the minimum. */
function withReconcileGrace(baseUrl: string, options: ConnectionOptions): ConnectionOptions {
  return { ...options, reconcileAfterMs: Math.max(minGraceMs(baseUrl), options.reconcileAfterMs) };
}
