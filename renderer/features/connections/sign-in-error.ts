/** Errors of a sign-in, with the next step. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { formatDateTime } from "#shared/format.ts";
import type { ValidationErrors } from "./connect-draft.ts";

export interface SignInError {
  readonly title: string;
  readonly sentence: string;
  readonly remedy?: string;
  /** Messages for the fields that must be entered again. */
  readonly errors: ValidationErrors;
  /** A connection test, hop by hop, would give more detail. */
  readonly worthTesting: boolean;
}

export function signInErrorOf({ code, text, details }: Failure): SignInError {
  const message = formatText(text);
  switch (code) {
    case "sign-in-refused":
      return {
        title: t(($) => $.connections.signInError.rejected),
        sentence: message,
        remedy: t(($) => $.connections.signInError.rejectedHelp),
        errors: { secret: t(($) => $.connections.signInError.secret) },
        worthTesting: false,
      };
    case "locked-out":
      return {
        title: t(($) => $.connections.signInError.blocked),
        sentence: lockedUntil(details?.["until"]) ?? message,
        remedy: t(($) => $.connections.signInError.blockedHelp),
        errors: {},
        worthTesting: false,
      };
    case "mfa-required":
      return {
        title: t(($) => $.connections.signInError.mfa),
        sentence: message,
        remedy: t(($) => $.connections.signInError.mfaHelp),
        errors: {},
        worthTesting: false,
      };
    case "invalid-url":
      return {
        title: t(($) => $.connections.signInError.address),
        sentence: message,
        errors: { baseUrl: t(($) => $.connections.signInError.addressField) },
        worthTesting: true,
      };
    case "keychain-undecided":
    case "keychain-locked":
    case "keychain-unavailable":
      return {
        title: t(($) => $.connections.signInError.keychain),
        sentence: message,
        remedy: t(($) => $.connections.signInError.keychainHelp),
        errors: {},
        worthTesting: false,
      };
    default:
      return {
        title: t(($) => $.connections.signInError.other),
        sentence: message,
        remedy: t(($) => $.connections.signInError.notRetried),
        errors: {},
        worthTesting: true,
      };
  }
}

function lockedUntil(until: unknown): string | undefined {
  return typeof until === "number"
    ? t(($) => $.connections.signInError.blockedUntil, { until: formatDateTime(until) })
    : undefined;
}
