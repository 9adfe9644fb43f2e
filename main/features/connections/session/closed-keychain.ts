/** The state of a session while the keychain cannot be read: the record has its expiry, but not whether it works. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { isAppError } from "#shared/failure.ts";
import type { AppError } from "#shared/failure.ts";
import type { SessionRecord } from "./session-record.ts";

interface Subject {
  readonly name: string;
  readonly kind: SessionState["kind"];
  readonly identity: SessionState["identity"];
}

/** No keychain was selected yet, or it is locked by its passphrase. */
export function isKeychainClosed(error: unknown): error is AppError {
  return isAppError(error, "keychain-undecided") || isAppError(error, "keychain-locked");
}

export function closedState(subject: Subject, record: SessionRecord, message: CodedText): SessionState {
  const { authExpiresAt, refreshExpiresAt, signedOut, protection } = record;
  const { name: connection, kind, identity } = subject;
  const about = { connection, kind, identity, protection };
  if (signedOut) {
    return { ...about, state: "signed-out", reason: "signed-out", message: codedText("session-signed-out") };
  }
  return {
    ...about,
    state: "signed-out",
    reason: "keychain-closed",
    message,
    authExpiresAt,
    refreshExpiresAt,
  };
}
