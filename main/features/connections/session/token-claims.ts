/** The claims of a token. They are read, never verified: the service does that. */

export interface TokenClaims {
  /** Lifetime according to the service; undefined when it does not say. */
  readonly lifeMs: number | undefined;
  /** Expiry on the service's clock, epoch milliseconds. */
  readonly expiresAt: number | undefined;
  readonly organisationId: string | undefined;
  readonly organisationName: string | undefined;
}

const unreadable: TokenClaims = {
  lifeMs: undefined,
  expiresAt: undefined,
  organisationId: undefined,
  organisationName: undefined,
};

/** Claims of a JWT; unreadable ones are undefined, never an error. `esc.org` may be one claim or nested, both are read. */
export function readClaims(token: string): TokenClaims {
  const claims = payloadOf(token);
  if (claims === undefined) return unreadable;
  const expires = seconds(claims["exp"]);
  const issued = seconds(claims["iat"]);
  const nested = record(claims["esc"]);
  return {
    lifeMs: expires === undefined || issued === undefined || expires <= issued ? undefined : expires - issued,
    expiresAt: expires,
    organisationId: nonEmptyText(claims["esc.org"]) ?? nonEmptyText(nested?.["org"]),
    organisationName: nonEmptyText(claims["esc.orgName"]) ?? nonEmptyText(nested?.["orgName"]),
  };
}

/**
 * When a token received at `receivedAt` expires on the local clock. Its lifetime counts from its arrival, so a local clock that is wrong by
 * hours does no harm; an `exp` alone is used if it is in the future, otherwise the specification's lifetime.
 */
export function expiryOf(token: string, receivedAt: number, fallbackMs: number): number {
  const { lifeMs, expiresAt } = readClaims(token);
  if (lifeMs !== undefined) return receivedAt + lifeMs;
  if (expiresAt !== undefined && expiresAt > receivedAt) return expiresAt;
  return receivedAt + fallbackMs;
}

function payloadOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const part = token.split(".")[1];
  if (part === undefined) return undefined;
  try {
    return record(JSON.parse(Buffer.from(part, "base64url").toString("utf8")));
  } catch {
    // Not a JWT: the specification says that a token is one, but nothing here depends on that.
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

/** Seconds since 1970 as milliseconds. */
function seconds(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number * 1000 : undefined;
}

function nonEmptyText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
