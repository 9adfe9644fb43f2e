/**
 * Sign-in with one operator and one application token.
 * Invariants: a refresh token works once; a sign-in by password ends every earlier refresh token of the operator;
 * auth tokens are valid until they expire or are revoked; three failed sign-ins in a row block that identity for five minutes.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { SimulatorTime } from "./clock.ts";
import { parseObject, mix } from "./values.ts";
import type { Settings } from "./options.ts";
import { badRequestReply, emptyReply, errorReply, jsonReply, type Reply } from "./reply.ts";

const allowedFailures = 3;
const blockMs = 5 * 60_000;
const unauthorized = emptyReply(401);

interface Revocation {
  /** Ends all tokens. */
  readonly revoke?: boolean;
  /** Only current auth tokens end; refreshing still works. */
  readonly revokeAuth?: boolean;
  /** Simulates that the operator signed in elsewhere. */
  readonly revokeRefresh?: boolean;
  /** A new application token replaces the old one. */
  readonly rotateApplicationToken?: boolean;
}

export class Accounts {
  readonly username = "operator@example.com";
  readonly password: string;
  #applicationToken: string;
  readonly #settings: Settings;
  readonly #time: SimulatorTime;
  readonly #mint: TokenMint;
  /** Verified when issued; the value is their expiry. */
  readonly #authTokens = new Map<string, number>();
  readonly #refreshTokens = new Map<string, number>();
  readonly #failures = new Map<string, { count: number; blockedUntil: number }>();
  #rotations = 0;

  constructor(settings: Settings, time: SimulatorTime) {
    this.#settings = settings;
    this.#time = time;
    this.#mint = createTokenMint(settings, time);
    this.password = `practice-${mix(settings.seed, 101).toString(36)}`;
    this.#applicationToken = this.#newApplicationToken();
  }

  get applicationToken(): string {
    return this.#applicationToken;
  }

  /** "unknown" includes revoked tokens. */
  check(token: string): "valid" | "expired" | "unknown" {
    const expiresAt = this.#authTokens.get(token);
    if (expiresAt === undefined) return "unknown";
    return this.#time.now() < expiresAt ? "valid" : "expired";
  }

  authenticate(text: string): Reply {
    const body = parseObject(text);
    if (body === undefined) return badRequestReply("The body is not a JSON object.");
    const { application_token: application, refresh_token: refresh, username, password } = body;
    if (typeof application === "string")
      return this.#guarded("application", application === this.#applicationToken, false);
    if (typeof refresh === "string") return this.#refresh(refresh);
    if (typeof username === "string" && typeof password === "string") {
      const good = username === this.username && this.#isPassword(password);
      return this.#guarded(`user:${username}`, good, true);
    }
    return badRequestReply("The body holds no credentials.");
  }

  apply(change: Revocation): void {
    if (change.revoke === true || change.revokeAuth === true) this.#authTokens.clear();
    if (change.revoke === true || change.revokeRefresh === true) this.#refreshTokens.clear();
    if (change.rotateApplicationToken === true) this.#applicationToken = this.#newApplicationToken();
  }

  #guarded(identity: string, good: boolean, withRefresh: boolean): Reply {
    const now = this.#time.now();
    const before = this.#failures.get(identity);
    if (before !== undefined && before.blockedUntil > now) {
      return errorReply(429, 1105, "There were too many failed sign-ins. Sign-in is blocked for five minutes.");
    }
    if (good) {
      this.#failures.delete(identity);
      return withRefresh ? this.#operatorSession() : jsonReply(200, { auth_token: this.#issueAuth() });
    }
    const count = (before?.blockedUntil === 0 ? before.count : 0) + 1;
    this.#failures.set(identity, { count, blockedUntil: count >= allowedFailures ? now + blockMs : 0 });
    return unauthorized;
  }

  #refresh(token: string): Reply {
    const expiresAt = this.#refreshTokens.get(token);
    this.#refreshTokens.delete(token);
    if (expiresAt === undefined || this.#time.now() >= expiresAt) return unauthorized;
    return this.#operatorSession();
  }

  /** The pair of tokens; ends every refresh token issued before. */
  #operatorSession(): Reply {
    this.#refreshTokens.clear();
    const refresh = this.#mint.issue("refresh", this.#settings.refreshMs);
    this.#refreshTokens.set(refresh.token, refresh.expiresAt);
    return jsonReply(200, { auth_token: this.#issueAuth(), refresh_token: refresh.token });
  }

  #issueAuth(): string {
    const { token, expiresAt } = this.#mint.issue("auth", this.#settings.authMs);
    this.#authTokens.set(token, expiresAt);
    return token;
  }

  #isPassword(input: string): boolean {
    const form = this.#settings.accept.password;
    const sha1 = createHash("sha1").update(this.password).digest("hex");
    return (form !== "sha1" && input === this.password) || (form !== "plain" && input.toLowerCase() === sha1);
  }

  #newApplicationToken(): string {
    this.#rotations += 1;
    return `practice-app-${mix(this.#settings.seed, 102, this.#rotations).toString(36)}${mix(this.#settings.seed, 103, this.#rotations).toString(36)}`;
  }
}

/** The revocation that a JSON body requests; undefined for anything else. */
export function readRevocation(text: string): Revocation | undefined {
  return parseObject(text);
}

// JSON Web Tokens in the live service's format: HS384, times in seconds, with the account.

interface TokenMint {
  issue(kind: "auth" | "refresh", lifetimeMs: number): { readonly token: string; readonly expiresAt: number };
}

export const organisation = { id: 4401, name: "Fleet Operations" } as const;

function createTokenMint(settings: Settings, time: SimulatorTime): TokenMint {
  const secret = randomBytes(48);
  const header = encode({ alg: "HS384", typ: "JWT" });
  let issued = 0;
  return {
    issue: (kind, lifetimeMs) => {
      issued += 1;
      const iat = Math.floor(time.now() / 1000);
      const exp = Math.floor((time.now() + lifetimeMs) / 1000);
      const claims = {
        "esc.org": organisation.id,
        "esc.orgName": organisation.name,
        aud: "/api/v1",
        iss: "spc-frontend001@esc",
        sub: kind,
        jti: `${kind}-${issued}`,
        iat,
        exp,
        pad: settings.tokenPadding > 0 ? "x".repeat(settings.tokenPadding) : undefined,
      };
      const body = `${header}.${encode(claims)}`;
      const signature = createHmac("sha384", secret).update(body).digest("base64url");
      return { token: `${body}.${signature}`, expiresAt: exp * 1000 };
    },
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
