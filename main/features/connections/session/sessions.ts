/** The sessions of this process, one per connection; opened on first use, kept fresh until `stop`. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { randomUUID } from "node:crypto";
import type { session, SessionState } from "#shared/contract/connections/session.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { notEncrypted, parseBaseUrl } from "../../../core/api/base-url.ts";
import type { Authorizer } from "../../../core/api/client.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import type { Clock, Keychain, Log } from "../../../core/hosts.ts";
import { LiveSession } from "./live-session.ts";
import { closedState, createTokenVault, isKeychainClosed, removeTokens } from "./token-vault.ts";
import { type SessionRecord, readRecord } from "./session-record.ts";
import { type Authenticate, type Credentials, otherOrigin, signInOnce } from "./sign-in.ts";
import { type SessionView, recordOf } from "./session-view.ts";
import { type Tokens, readClaims } from "./tokens.ts";

/** The fields of a connection that the session feature needs. */
export interface SessionSubject {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly identity: Identity;
  readonly vaultKey: string;
  /** The saved record, not parsed yet. */
  readonly session: unknown;
  /** An operator confirmed that its tokens may be sent over plain HTTP to another computer. */
  readonly allowUnencrypted: boolean;
}

/** Where sessions are saved, with their connections; the connections feature implements it. */
export interface SessionStore {
  /** The current connection when no name is given. Throws `no-connection` or `connection-unknown`. */
  find(name?: string): Promise<SessionSubject>;
  byId(id: number): Promise<SessionSubject>;
  /** Does nothing when the connection has another vault key now. */
  saveSession(id: number, vaultKey: string, session: SessionRecord): Promise<void>;
  /** Called before a key is written to the keychain, so that it can be removed after a crash. */
  rememberVaultKey(key: string, protection: Keychain["protection"]): Promise<void>;
  deleteVaultKey(key: string): Promise<void>;
  orphanedVaultKeys(protection: Keychain["protection"]): Promise<readonly string[]>;
  /** Until when sign-ins of this identity are blocked; undefined when they are not. */
  blockedUntil(baseUrl: string, identity: string): Promise<number | undefined>;
  blockUntil(baseUrl: string, identity: string, until: number): Promise<void>;
}

interface SessionsSettings {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly keychain: Keychain;
  readonly authenticate: Authenticate;
  /** Throws why new tokens could not be saved: then no sign-in or renewal starts, since it would use up a refresh token. */
  readonly requireWritable: () => void;
  readonly onChanged: (connection: string) => void;
}

/** A sign-in that succeeded and is in the keychain, but is not assigned to a connection yet. */
interface FreshSession {
  readonly vaultKey: string;
  readonly identity: Identity;
  readonly record: SessionRecord;
}

interface Open {
  readonly vaultKey: string;
  readonly session: LiveSession;
  readonly refresh: BackgroundRefresh;
  /** Why its tokens must not be sent. */
  readonly rejection: AppError | undefined;
}

export class Sessions {
  readonly #settings: SessionsSettings;
  readonly #open = new Map<number, Open>();
  #stopped = false;

  constructor(settings: SessionsSettings) {
    this.#settings = settings;
  }

  /** Removes keys from the keychain that a crash between keychain and database left behind. */
  async start(): Promise<void> {
    await this.#sweep();
  }

  /** Removes keys without a connection from the keychain in use; those in another keychain wait for a run that uses it. */
  async #sweep(): Promise<void> {
    const { store, keychain, log } = this.#settings;
    for (const key of await store.orphanedVaultKeys(keychain.protection)) {
      try {
        await this.discard(key);
      } catch (cause) {
        log.warn("session.cleanup-failed", { key, reason: cause instanceof AppError ? cause.code : "internal" });
      }
    }
  }

  /** Sessions may have expired while the computer slept. */
  checkNow(): void {
    for (const { refresh } of this.#open.values()) refresh.checkNow();
  }

  /** Starts no further renewals and waits for those in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#open.values()].map(({ refresh }) => refresh.stop()));
    this.#open.clear();
  }

  /**
   * Signs in with one call and saves the tokens in the keychain under a new key. Throws `sign-in-refused`, `locked-out`, `mfa-required`,
   * `invalid-url`, or the network's error. `name`: of the connection.
   */
  async signIn(baseUrl: string, credentials: Credentials, signal?: AbortSignal, name?: string): Promise<FreshSession> {
    const { keychain, authenticate } = this.#settings;
    this.#settings.requireWritable();
    const subject = name === undefined ? undefined : { name };
    const named: Authenticate = (url, body, until) => authenticate(url, body, until, subject);
    const vaultKey = `connection/${randomUUID()}`;
    // Read before the call: without a keychain the tokens could not be saved.
    await keychain.get(vaultKey);
    const tokens = await signInOnce({ ...this.#settings, authenticate: named }, baseUrl, credentials, signal);
    await this.#store(vaultKey, tokens, baseUrl);
    const facts = { tokens, signedOut: false, authRejected: false, problem: undefined };
    return { vaultKey, identity: identityOf(tokens, credentials), record: recordOf(keychain.protection, facts) };
  }

  /** Returns an auth token by one call, to test credentials; nothing is stored. Throws as `signIn` does. */
  async tryOut(baseUrl: string, credentials: Credentials, signal?: AbortSignal): Promise<string> {
    this.#settings.requireWritable();
    return (await signInOnce(this.#settings, baseUrl, credentials, signal)).authToken;
  }

  async #store(vaultKey: string, tokens: Tokens, baseUrl: string): Promise<void> {
    const { store, keychain } = this.#settings;
    await store.rememberVaultKey(vaultKey, keychain.protection);
    try {
      await createTokenVault(keychain, vaultKey, baseUrl).store(tokens);
    } catch (error) {
      // If this fails, the next start removes the tokens.
      await this.discard(vaultKey).catch(() => undefined);
      throw error;
    }
  }

  /** Removes a key and its tokens from the keychain, for a sign-in without a connection. */
  async discard(vaultKey: string): Promise<void> {
    const { store, keychain } = this.#settings;
    await removeTokens(keychain, vaultKey);
    await store.deleteVaultKey(vaultKey);
  }

  /** Ends the session that a connection had before it signed in again; the next use opens the new one. */
  async replaced(connectionId: number, formerVaultKey: string): Promise<void> {
    const open = this.#open.get(connectionId);
    if (open?.vaultKey === formerVaultKey) {
      this.#open.delete(connectionId);
      await open.session.abandon();
      await open.refresh.stop();
    }
    await this.#sweep();
  }

  /** Opens the session of each connection, so that it is kept fresh without being used; a connection removed meanwhile is skipped. */
  async openAll(connectionIds: readonly number[]): Promise<void> {
    for (const id of connectionIds) {
      await this.#live(id).catch((cause: unknown) =>
        this.#settings.log.warn("session.not-opened", {
          id,
          reason: cause instanceof AppError ? cause.code : "internal",
        }),
      );
    }
  }

  /** Another keychain was selected, or it was unlocked: discards what was read from the former one and reads again. */
  async keychainChanged(): Promise<void> {
    await Promise.all(
      [...this.#open].map(async ([id, open]) => {
        // Waits for a renewal in progress, so that no second one starts and its answer is not lost.
        await open.refresh.stop();
        if (this.#open.get(id) === open) this.#open.delete(id);
        await open.session.abandon();
      }),
    );
    await this.#sweep();
  }

  /**
   * Stays valid when the connection signs in again. `baseUrl` is where the tokens will be sent: those of another service are not returned,
   * also when the address of the connection was changed in the database after its session was opened. Throws `not-encrypted` where they
   * would be sent over plain HTTP to another computer without a confirmation.
   */
  authorizer(connectionId: number, baseUrl: string): Authorizer {
    const through = (use: (session: LiveSession) => Promise<string>): Promise<string> =>
      this.#through(connectionId, (session) => {
        if (session.baseUrl !== baseUrl) return Promise.reject(otherOrigin(session.baseUrl, baseUrl));
        const rejection = this.#open.get(connectionId)?.rejection;
        if (rejection !== undefined) return Promise.reject(rejection);
        return use(session);
      });
    return {
      token: (signal) => through((session) => session.token(signal)),
      renew: (rejected, signal) => through((session) => session.renew(rejected, signal)),
      issuedAt: () => this.#open.get(connectionId)?.session.issuedAt(),
    };
  }

  /** A caller that waited for a session that was replaced meanwhile is served by the new one. */
  async #through(connectionId: number, use: (session: LiveSession) => Promise<string>): Promise<string> {
    const session = await this.#live(connectionId);
    try {
      return await use(session);
    } catch (error) {
      const now = isAppError(error, "sign-in-required") ? await this.#live(connectionId) : session;
      if (now === session) throw error;
      return use(now);
    }
  }

  async state(name?: string): Promise<SessionState> {
    return this.#stateOf(await this.#settings.store.find(name));
  }

  /** Removes the tokens from the keychain; the connection stays. Throws `other-keychain` when they are not in the one in use. */
  async signOut(name?: string): Promise<SessionState> {
    const subject = await this.#settings.store.find(name);
    const session = await this.#live(subject.id);
    const { protection, signedOut } = this.#recordOf(subject);
    const isElsewhere = protection !== this.#settings.keychain.protection && protection !== "memory";
    if (isElsewhere && !signedOut && (await session.facts()).tokens === undefined) throw otherKeychain(protection);
    await session.signOut();
    return this.#stateOf(subject);
  }

  async #stateOf(subject: SessionSubject): Promise<SessionState> {
    const session = await this.#live(subject.id);
    let view: SessionView;
    try {
      view = await session.view();
    } catch (error) {
      if (!isKeychainClosed(error)) throw error;
      return closedState(subject, this.#recordOf(subject), toFailure(error).text);
    }
    const { authExpiresAt, refreshExpiresAt } = recordOf(this.#settings.keychain.protection, await session.facts());
    return {
      connection: subject.name,
      kind: subject.kind,
      identity: subject.identity,
      protection: this.#settings.keychain.protection,
      ...this.#explained(view, subject),
      authExpiresAt,
      refreshExpiresAt,
    };
  }

  /** Missing tokens may be in the keychain of another selection. */
  #explained<V extends { readonly reason?: string; readonly message?: CodedText }>(
    view: V,
    subject: SessionSubject,
  ): V {
    if (view.reason !== "never-signed-in") return view;
    return { ...view, message: tokenLocation(this.#recordOf(subject).protection) };
  }

  #recordOf(subject: SessionSubject): SessionRecord {
    return readRecord(subject.session, this.#settings.keychain.protection);
  }

  async #live(connectionId: number): Promise<LiveSession> {
    const existing = this.#open.get(connectionId);
    if (existing !== undefined) return existing.session;
    const { store, clock, log, keychain, authenticate, requireWritable, onChanged } = this.#settings;
    const subject = await store.byId(connectionId);
    const concurrent = this.#open.get(connectionId);
    if (concurrent !== undefined) return concurrent.session;
    if (this.#stopped) throw new AppError("stopped", codedText("connections-closing"));
    const session = new LiveSession({
      connection: subject.name,
      baseUrl: subject.baseUrl,
      vaultKey: subject.vaultKey,
      record: this.#recordOf(subject),
      clock,
      log,
      keychain,
      requireWritable,
      authenticate: (baseUrl, body, signal) => authenticate(baseUrl, body, signal, subject),
      save: async (record) => {
        await store.saveSession(subject.id, subject.vaultKey, record);
        onChanged(subject.name);
      },
    });
    const rejection = subject.allowUnencrypted ? undefined : notEncrypted(parseBaseUrl(subject.baseUrl));
    const refresh = rejection === undefined ? startBackgroundRefresh(session, { clock, log }) : noRefresh;
    this.#open.set(connectionId, { vaultKey: subject.vaultKey, session, refresh, rejection });
    return session;
  }
}

type Identity = SessionState["identity"];

/** The identity that is signed in, according to tokens and credentials. */
function identityOf(tokens: Tokens, credentials: Credentials): Identity {
  const { organisationId, organisationName } = readClaims(tokens.authToken);
  return {
    organisationId,
    organisationName,
    username: credentials.kind === "user" ? credentials.username : undefined,
  };
}

// Errors for tokens in a keychain other than the one in use.

const places: Readonly<Record<Keychain["protection"], CodedText>> = {
  system: codedText("tokens-were-in-system"),
  file: codedText("tokens-were-in-file"),
  memory: codedText("tokens-were-in-memory"),
};

function tokenLocation(protection: Keychain["protection"]): CodedText {
  return places[protection];
}

/** Removing tokens from a keychain that does not hold them would report a sign-out that did not happen. */
function otherKeychain(protection: Keychain["protection"]): AppError {
  const message = codedText("tokens-in-other-keychain", { protection });
  return new AppError("other-keychain", message, { details: { protection } });
}

// Keeps one session fresh: renews its token before it expires, and detects that it has expired. Timers stop or fire late while a computer
// sleeps, so the wall clock is checked at least every minute.

const longestNapMs = 60_000;
/** Tokens are renewed by more than this before they expire. */
const setBackMs = 60_000;
const firstWaitMs = 30_000;
const longestWaitMs = 10 * 60_000;

export interface BackgroundRefresh {
  /** Checks the wall clock at once, after the computer has slept. */
  checkNow(): void;
  /** No renewal starts afterwards; waits for one in progress. */
  stop(): Promise<void>;
}

/** For a session that must not be renewed. */
const noRefresh: BackgroundRefresh = { checkNow: () => undefined, stop: () => Promise.resolve() };

export function startBackgroundRefresh(
  session: Pick<LiveSession, "saveIfChanged" | "renewalDueAt" | "renewEarly" | "waitForRenewal">,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): BackgroundRefresh {
  let stopped = false;
  let looking = false;
  let cancel = (): void => undefined;
  let failures = 0;
  let notBefore = 0;
  let before = { wall: clock.now(), monotonic: clock.monotonic() };
  /** The times of the tokens are those of the clock before it was set back: the service ends them earlier. */
  let wasSetBack = false;

  const look = async (): Promise<number> => {
    const now = { wall: clock.now(), monotonic: clock.monotonic() };
    if (now.monotonic - before.monotonic - (now.wall - before.wall) >= setBackMs) {
      wasSetBack = true;
      notBefore = 0;
    }
    before = now;
    await session.saveIfChanged();
    const dueAt = await session.renewalDueAt();
    // The tokens of a later sign-in have the times of the clock that was set.
    if (dueAt === undefined) wasSetBack = false;
    if (dueAt === undefined || stopped) return longestNapMs;
    const at = Math.max(wasSetBack ? 0 : dueAt, notBefore);
    if (clock.now() < at) return at - clock.now();
    await session.renewEarly();
    wasSetBack = false;
    failures = 0;
    notBefore = 0;
    return 0;
  };
  const step = async (): Promise<void> => {
    let napMs = longestNapMs;
    looking = true;
    try {
      napMs = await look();
    } catch (error) {
      // The session has recorded the reason already; here it only determines the time of the next attempt.
      const waitMs = Math.min(firstWaitMs * 2 ** failures, longestWaitMs);
      failures += 1;
      notBefore = clock.now() + waitMs;
      log.debug("session.renewal-postponed", { waitMs, code: isAppError(error) ? error.code : "internal" });
    }
    looking = false;
    // At least one millisecond: a service that issues tokens without a lifetime must not cause a busy loop.
    if (!stopped) cancel = clock.after(Math.min(Math.max(napMs, 1), longestNapMs), () => void step());
  };
  cancel = clock.after(0, () => void step());

  return {
    checkNow: () => {
      if (stopped || looking) return;
      cancel();
      void step();
    },
    stop: async () => {
      stopped = true;
      cancel();
      await session.waitForRenewal();
    },
  };
}

export function createSessionHandlers(sessions: Pick<Sessions, "state" | "signOut">): Handlers<typeof session> {
  return {
    get: ({ connection }) => sessions.state(connection),
    signOut: ({ connection }) => sessions.signOut(connection),
  };
}
