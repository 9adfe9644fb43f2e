/** Labels for the state of a session: identity, lifetime, error, and the next step. */
import { t } from "#shared/texts/text.ts";
import type { SessionState, SignedOutReason } from "#shared/contract/connections/session.ts";
import { formatDateTime, formatDuration, formatTime } from "#shared/format.ts";

export interface ReasonLabel {
  readonly text: string;
  readonly remedy: string;
  /** Main's message adds detail: expiry, identity, which keychain. */
  readonly more?: true;
}

const reasons: Readonly<Record<SignedOutReason, ReasonLabel>> = {
  "never-signed-in": {
    text: t(($) => $.connections.session.reason.neverSignedIn),
    remedy: t(($) => $.connections.session.reason.neverSignedInHelp),
    more: true,
  },
  "signed-out": {
    text: t(($) => $.connections.session.reason.signedOut),
    remedy: t(($) => $.connections.session.reason.signedOutHelp),
  },
  expired: {
    text: t(($) => $.connections.session.reason.expired),
    remedy: t(($) => $.connections.session.reason.expiredHelp),
  },
  "signed-in-elsewhere": {
    text: t(($) => $.connections.session.reason.elsewhere),
    remedy: t(($) => $.connections.session.reason.elsewhereHelp),
  },
  refused: {
    text: t(($) => $.connections.session.reason.rejected),
    remedy: t(($) => $.connections.session.reason.rejectedHelp),
    more: true,
  },
  "locked-out": {
    text: t(($) => $.connections.session.reason.lockedOut),
    remedy: t(($) => $.connections.session.reason.lockedOutHelp),
    more: true,
  },
  unreachable: {
    text: t(($) => $.connections.session.reason.unreachable),
    remedy: t(($) => $.connections.session.reason.unreachableHelp),
    more: true,
  },
  "refresh-lost": {
    text: t(($) => $.connections.session.reason.refreshLost),
    remedy: t(($) => $.connections.session.reason.refreshLostHelp),
  },
  "origin-changed": {
    text: t(($) => $.connections.session.reason.originChanged),
    remedy: t(($) => $.connections.session.reason.originChangedHelp),
    more: true,
  },
  "keychain-closed": {
    text: t(($) => $.connections.session.reason.keychainClosed),
    remedy: t(($) => $.connections.session.reason.keychainClosedHelp),
    more: true,
  },
};

export function explain(reason: SignedOutReason): ReasonLabel {
  return reasons[reason];
}

/** "meter-ops@acme.example (Acme Utilities)"; undefined if the service does not report an identity. */
export function identityLabel({ identity }: SessionState): string | undefined {
  const { username, organisationName, organisationId } = identity;
  const organisation =
    organisationName ??
    (organisationId === undefined ? undefined : t(($) => $.connections.session.organisation, { id: organisationId }));
  if (username === undefined) return organisation;
  return organisation === undefined ? username : `${username} (${organisation})`;
}

/** How long this session remains valid without operator action. */
export function sessionLifetimeText(session: SessionState, now: number): string {
  const { kind, authExpiresAt, refreshExpiresAt } = session;
  if (kind === "application-token") {
    return authExpiresAt === undefined
      ? t(($) => $.connections.session.renews)
      : t(($) => $.connections.session.renewsAt, { time: formatTime(authExpiresAt, now) });
  }
  const end = refreshExpiresAt ?? authExpiresAt;
  if (end === undefined) return t(($) => $.connections.session.endUnknown);
  if (end <= now) return t(($) => $.connections.session.ended, { time: formatDateTime(end) });
  return t(($) => $.connections.session.lasts, { time: formatTime(end, now), duration: formatDuration(end - now) });
}
