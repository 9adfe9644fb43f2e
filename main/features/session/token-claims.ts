/** What a token says about itself. It is read, never verified: the service does that. */

export interface TokenClaims {
  /** How long the service says the token lives; undefined when it does not say. */
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

/** Claims of a JWT; anything that cannot be read is undefined, never an error. `esc.org` is one name or two, both are known. */
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
 * When a token that arrived at `receivedAt` ends on our clock. Its length counts from its arrival, so that a clock of ours that is wrong
 * by hours does no harm; an `exp` alone is believed when it lies ahead, else the specification's life holds.
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
    // Not a JWT: the specification calls the token one, but nothing of ours depends on it.
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
