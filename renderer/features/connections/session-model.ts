/** The state of a session in words: who, until when, why not, and what to do about it. */
import type { SessionState, SignedOutReason } from "#contract/session.ts";
import { exactly, lasting, when } from "../../lib/format.ts";

export interface Explained {
  readonly what: string;
  readonly remedy: string;
  /** What main says of it adds something: until when, by whom, which keychain. */
  readonly more?: true;
}

const reasons: Readonly<Record<SignedOutReason, Explained>> = {
  "never-signed-in": {
    what: "Nobody has signed in to this connection with the keychain in use.",
    remedy: "Sign in to it.",
    more: true,
  },
  "signed-out": {
    what: "You signed out here.",
    remedy: "Sign in again when you need the service; the copy on this computer stays readable.",
  },
  expired: {
    what: "The session has expired: it was not renewed within its 350 minutes.",
    remedy: "Sign in again.",
  },
  "signed-in-elsewhere": {
    what: "The service ended this session because the same user signed in somewhere else.",
    remedy: "Sign in again; that ends the other session. An application token is not ended by others.",
  },
  refused: {
    what: "The service no longer accepts this sign-in.",
    remedy: "Ask whether the token was revoked or the password changed, then sign in again.",
    more: true,
  },
  "locked-out": {
    what: "The service has blocked sign-ins for some minutes after several wrong ones.",
    remedy: "Wait until the block ends; Fleetdesk does not try before. Then sign in with the right secret.",
    more: true,
  },
  unreachable: {
    what: "The service could not be reached to renew the session.",
    remedy: "Nothing needs to be done: Fleetdesk tries again by itself. The connection test names what is in the way.",
    more: true,
  },
  "refresh-lost": {
    what: "The service was asked to renew the session and its answer was lost on the way.",
    remedy: "Sign in again: a renewal works once, so it is not tried a second time.",
  },
  "origin-changed": {
    what: "The address of this connection is not the one that its tokens belong to. They were not sent.",
    remedy: "Check the address, then sign in again.",
    more: true,
  },
  "keychain-closed": {
    what: "The tokens cannot be read now, because the keychain is closed.",
    remedy: "Open the keychain or choose where tokens are kept; the session itself may be well.",
    more: true,
  },
};

export function explain(reason: SignedOutReason): Explained {
  return reasons[reason];
}

export const protectionSentence: Readonly<Record<SessionState["protection"], string>> = {
  system: "Tokens are kept in the system's keychain.",
  file: "Tokens are kept in a file on this computer that your passphrase protects.",
  memory: "Tokens are kept for this session only and are gone when Fleetdesk is closed.",
};

/** "meter-ops@acme.example (Acme Utilities)"; undefined where the service says nothing about who it is. */
export function whoOf({ identity }: SessionState): string | undefined {
  const { username, organisationName, organisationId } = identity;
  const organisation =
    organisationName ?? (organisationId === undefined ? undefined : `organisation ${organisationId}`);
  if (username === undefined) return organisation;
  return organisation === undefined ? username : `${username} (${organisation})`;
}

/** How long this session goes on without anybody. */
export function horizonOf(session: SessionState, now: number): string {
  const { kind, authExpiresAt, refreshExpiresAt } = session;
  if (kind === "application-token") {
    const renewal = authExpiresAt === undefined ? "" : `, next at ${when(authExpiresAt, now)}`;
    return `Renews itself for as long as the application token is valid${renewal}.`;
  }
  const end = refreshExpiresAt ?? authExpiresAt;
  if (end === undefined) return "Until when the session lasts is unknown.";
  if (end <= now) return `Ended ${exactly(end)}.`;
  return `Lasts until ${when(end, now)} without you, ${lasting(end - now)} from now; then the password is asked again.`;
}
