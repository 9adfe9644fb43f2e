/**
 * The session of one connection in this process: provides its token and renews it.
 *
 * Invariants:
 * - At most one renewal at a time, shared by all callers. This holds across processes: the lock on the data directory has one owner.
 * - A refresh token is marked in the keychain before it is sent, and never sent once it is marked.
 * - A new token is in the keychain before a caller gets it.
 * - A request that the service has finally rejected is not repeated.
 * - Tokens are sent only to the service that they belong to.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { AuthenticateBody } from "../../../core/api/authenticate.ts";
import { AppError, assertNever, toFailure } from "#shared/failure.ts";
import {
  type Authenticate,
  type SignInOutcome,
  notSentError,
  expired,
  lockedOut,
  originChanged,
  refreshLost,
  renewalRejected,
  secondFactor,
  unreachable,
  signIn,
} from "./sign-in.ts";
import type { Clock, Keychain, Log } from "../../../core/hosts.ts";
import type { Problem, SessionRecord } from "./session-record.ts";
import {
  type SessionSnapshot,
  type SessionView,
  attemptFrom,
  canRenew,
  forbidsAttempt,
  isAuthAlive,
  recordOf,
  viewOf,
} from "./session-view.ts";
import { type TokenVault, createTokenVault } from "./token-vault.ts";
import { type Tokens, applicationTokens, refreshDueAt, userTokens } from "./tokens.ts";
import { abortedError } from "../../../core/wait.ts";

export interface LiveSessionSettings {
  readonly connection: string;
  readonly baseUrl: string;
  readonly vaultKey: string;
  readonly record: SessionRecord;
  readonly clock: Clock;
  readonly log: Log;
  readonly keychain: Keychain;
  readonly authenticate: Authenticate;
  /** Throws why a renewed token could not be saved. */
  readonly requireWritable: () => void;
  /** Saves the record and notifies that the session changed. */
  readonly save: (record: SessionRecord) => Promise<void>;
}

export class LiveSession {
  readonly baseUrl: string;
  readonly #settings: LiveSessionSettings;
  readonly #vault: TokenVault;
  readonly #stopper = new AbortController();
  #tokens: Tokens | undefined;
  #signedOut: boolean;
  #authRejected: boolean;
  #problem: Problem | undefined;
  /** Received, but not yet saved in the keychain. */
  #unstored: Tokens | undefined;
  #loading: Promise<void> | undefined;
  #renewing: Promise<string> | undefined;
  #savedView = "";

  constructor(settings: LiveSessionSettings) {
    this.baseUrl = settings.baseUrl;
    this.#settings = settings;
    this.#vault = createTokenVault(settings.keychain, settings.vaultKey, settings.baseUrl);
    this.#signedOut = settings.record.signedOut;
    this.#authRejected = settings.record.authRejected;
    this.#problem = settings.record.problem;
  }

  /** Reads the keychain on first use; rejects with the keychain's error. */
  async facts(): Promise<SessionSnapshot> {
    await this.#load();
    return this.#facts();
  }

  async view(): Promise<SessionView> {
    await this.#load();
    return this.#view();
  }

  /**
   * A token that is expected to work. Throws `sign-in-required`, with the kind "offline" while the service blocks sign-ins for a time, or
   * the network's error when it could not be renewed.
   */
  async token(signal?: AbortSignal): Promise<string> {
    // Called before every request: once loaded, the token is returned without waiting.
    if (this.#tokens === undefined) await withSignal(this.#load(), signal);
    return this.#aliveToken() ?? this.#renewShared(signal);
  }

  /** The service answered 401 to `rejected`: returns a newer token, at once if there is one. Throws as `token` does. */
  async renew(rejected: string, signal?: AbortSignal): Promise<string> {
    await withSignal(this.#load(), signal);
    if (this.#tokens?.authToken === rejected) this.#authRejected = true;
    return this.#aliveToken() ?? this.#renewShared(signal);
  }

  issuedAt(): number | undefined {
    return this.#tokens?.authIssuedAt;
  }

  /** When the background should renew; undefined when there is nothing to renew, or only an operator may sign in again. */
  async renewalDueAt(): Promise<number | undefined> {
    await this.#load();
    const tokens = this.#tokens;
    const from = attemptFrom(this.#problem);
    if (tokens === undefined || from === Infinity) return undefined;
    if (!canRenew(tokens, this.#settings.clock.now())) return undefined;
    return this.#unstored === undefined ? Math.max(refreshDueAt(tokens), from) : 0;
  }

  /** Renews before the token has expired; joins a renewal in progress. */
  async renewEarly(): Promise<void> {
    await this.#load();
    await this.#renewShared(undefined);
  }

  /** Saves the record if the visible state has changed by the passage of time. */
  async saveIfChanged(): Promise<void> {
    await this.#load();
    if (JSON.stringify(this.#view()) !== this.#savedView) await this.#save();
  }

  /** Waits for a renewal in progress, so that its answer is not lost. */
  async waitForRenewal(): Promise<void> {
    await this.#renewing?.catch(() => undefined);
  }

  /** Aborts a renewal in progress and discards the tokens in memory; nothing is renewed or stored afterwards. */
  async abandon(): Promise<void> {
    this.#stopper.abort();
    await this.waitForRenewal();
    this.#tokens = undefined;
    this.#unstored = undefined;
    this.#signedOut = true;
    this.#authRejected = false;
    this.#problem = undefined;
    this.#loading = Promise.resolve();
  }

  /** Discards the tokens and removes them from the keychain. */
  async signOut(): Promise<void> {
    await this.abandon();
    await this.#vault.remove();
    await this.#save();
  }

  #facts(): SessionSnapshot {
    return {
      tokens: this.#tokens,
      signedOut: this.#signedOut,
      authRejected: this.#authRejected,
      problem: this.#problem,
    };
  }

  #view(): SessionView {
    return viewOf(this.#facts(), this.#settings.clock.now());
  }

  #aliveToken(): string | undefined {
    return isAuthAlive(this.#facts(), this.#settings.clock.now()) ? this.#tokens?.authToken : undefined;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    const tokens = await this.#ownTokens(await this.#vault.load());
    if (
      tokens?.kind === "user" &&
      tokens.refreshToken !== undefined &&
      (await this.#vault.wasUsed(tokens.refreshToken))
    ) {
      this.#problem ??= refreshLost;
    }
    this.#tokens = tokens;
    this.#savedView = JSON.stringify(this.#view());
  }

  /** The tokens, unless they belong to another service. Entries of earlier versions do not name the service; they are adopted once. */
  async #ownTokens(tokens: Tokens | undefined): Promise<Tokens | undefined> {
    if (this.#problem?.reason === "origin-changed") this.#problem = undefined;
    if (tokens === undefined) return undefined;
    const { baseUrl, connection, log } = this.#settings;
    const issuedBy = tokens.baseUrl ?? baseUrl;
    if (tokens.baseUrl === undefined) await this.#vault.store(tokens);
    if (issuedBy === baseUrl) return tokens;
    log.warn("session.origin-changed", { connection });
    this.#problem = originChanged(issuedBy, baseUrl);
    return undefined;
  }

  #renewShared(signal: AbortSignal | undefined): Promise<string> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return withSignal(this.#renewing, signal);
  }

  async #renew(): Promise<string> {
    const now = this.#settings.clock.now();
    if (this.#unstored !== undefined) return this.#storeTokens(this.#unstored);
    const tokens = this.#tokens;
    if (tokens === undefined || forbidsAttempt(this.#problem, now)) throw this.#signInRequired();
    if (!canRenew(tokens, now)) return this.#fail(expired);
    this.#settings.requireWritable();
    if (tokens.kind === "application-token") {
      return this.#applyOutcome(tokens, await this.#requestTokens({ applicationToken: tokens.applicationToken }));
    }
    return this.#useRefreshToken(tokens, tokens.refreshToken ?? "");
  }

  async #useRefreshToken(tokens: Tokens, refreshToken: string): Promise<string> {
    await this.#vault.markRefresh(refreshToken, this.#settings.clock.now());
    const outcome = await this.#requestTokens({ refreshToken });
    if (outcome.kind === "unreachable" && outcome.used) {
      this.#settings.log.warn("session.response-lost", {
        connection: this.#settings.connection,
        code: outcome.error.code,
      });
      return this.#fail(refreshLost);
    }
    if (outcome.kind === "unreachable" || outcome.kind === "locked-out") await this.#vault.clearMark();
    return this.#applyOutcome(tokens, outcome);
  }

  async #requestTokens(body: AuthenticateBody): Promise<SignInOutcome> {
    const { authenticate, baseUrl } = this.#settings;
    const outcome = await signIn(authenticate, baseUrl, body, this.#stopper.signal);
    // The session was abandoned during the call: the error does not concern the service, and no caller needs this session.
    if (outcome.kind === "unreachable" && this.#stopper.signal.aborted) throw this.#signInRequired();
    return outcome;
  }

  async #applyOutcome(before: Tokens, outcome: SignInOutcome): Promise<string> {
    const now = this.#settings.clock.now();
    switch (outcome.kind) {
      case "tokens":
        return this.#storeTokens(
          before.kind === "application-token"
            ? applicationTokens(before.applicationToken, outcome.answer, now)
            : userTokens(outcome.answer, now),
        );
      case "mfa-required":
        return this.#fail(secondFactor);
      case "refused":
        return this.#fail(renewalRejected(before, outcome.status, outcome.message));
      case "locked-out":
        return this.#fail(lockedOut(now + outcome.waitMs));
      case "unreachable":
        await this.#remember(unreachable(toFailure(outcome.error).text));
        throw notSentError(outcome.error);
      default:
        return assertNever(outcome);
    }
  }

  async #storeTokens(arrived: Tokens): Promise<string> {
    this.#unstored = arrived;
    await this.#vault.store(arrived);
    this.#unstored = undefined;
    this.#tokens = arrived;
    this.#authRejected = false;
    this.#problem = undefined;
    this.#settings.log.info("session.renewed", { connection: this.#settings.connection });
    await this.#save();
    return arrived.authToken;
  }

  async #fail(problem: Problem): Promise<never> {
    await this.#remember(problem);
    throw this.#signInRequired();
  }

  async #remember(problem: Problem): Promise<void> {
    this.#problem = problem;
    this.#settings.log.warn("session.not-renewed", { connection: this.#settings.connection, reason: problem.reason });
    await this.#save();
  }

  #signInRequired(): AppError {
    const { reason, message } = this.#problem ?? this.#view();
    const signedOutReason = reason ?? "expired";
    const text = codedText(`session-${signedOutReason}`);
    // A block ends by itself, and the session is renewed then, so callers wait as they do without a connection.
    const isBlocked = this.#tokens !== undefined && this.#settings.clock.now() < (this.#problem?.until ?? 0);
    const details = { reason: signedOutReason, ...(isBlocked ? { kind: "offline", accepted: "no" } : {}) };
    return new AppError("sign-in-required", message ?? expired.message, { details, text });
  }

  async #save(): Promise<void> {
    this.#savedView = JSON.stringify(this.#view());
    try {
      await this.#settings.save(this.#record());
    } catch (cause) {
      // Not fatal: the keychain is authoritative; the record only describes the session while the keychain is closed.
      this.#settings.log.error("session.record-not-saved", { connection: this.#settings.connection }, cause);
    }
  }

  #record(): SessionRecord {
    return recordOf(this.#settings.keychain.protection, this.#facts());
  }
}

// Waits for shared work: aborting one caller's signal does not stop the work for the others.

/** Rejects with `aborted` as soon as `signal` is; `work` itself is not stopped. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortedError());
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
