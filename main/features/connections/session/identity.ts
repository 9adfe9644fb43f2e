/** The identity that is signed in, according to tokens and credentials. */
import type { SessionState } from "#shared/contract/connections/session.ts";
import type { Credentials } from "./sign-in.ts";
import { readClaims } from "./token-claims.ts";
import type { Tokens } from "./tokens.ts";

export type Identity = SessionState["identity"];

export function identityOf(tokens: Tokens, credentials: Credentials): Identity {
  const { organisationId, organisationName } = readClaims(tokens.authToken);
  return {
    organisationId,
    organisationName,
    username: credentials.kind === "user" ? credentials.username : undefined,
  };
}
