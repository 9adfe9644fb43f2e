/** Why a sign-in did not come about, and what a person does next. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Failure } from "#contract/kit.ts";
import { exactly } from "../../lib/format.ts";
import type { Mistakes } from "./connect-model.ts";

export interface Refusal {
  readonly title: string;
  readonly sentence: string;
  readonly remedy?: string;
  /** What has to be typed anew, with the word at that field. */
  readonly mistakes: Mistakes;
  /** Walking to the service hop by hop would tell more. */
  readonly worthTesting: boolean;
}

export function refusalOf({ code, text, details }: Failure): Refusal {
  const message = formatText(text);
  switch (code) {
    case "sign-in-refused":
      return {
        title: t(($) => $.connections.signInError.refused),
        sentence: message,
        remedy: t(($) => $.connections.signInError.refusedHelp),
        mistakes: { secret: t(($) => $.connections.signInError.secret) },
        worthTesting: false,
      };
    case "locked-out":
      return {
        title: t(($) => $.connections.signInError.blocked),
        sentence: lockedUntil(details?.["until"]) ?? message,
        remedy: t(($) => $.connections.signInError.blockedHelp),
        mistakes: {},
        worthTesting: false,
      };
    case "mfa-required":
      return {
        title: t(($) => $.connections.signInError.mfa),
        sentence: message,
        remedy: t(($) => $.connections.signInError.mfaHelp),
        mistakes: {},
        worthTesting: false,
      };
    case "invalid-url":
      return {
        title: t(($) => $.connections.signInError.address),
        sentence: message,
        mistakes: { baseUrl: t(($) => $.connections.signInError.addressField) },
        worthTesting: true,
      };
    case "keychain-undecided":
    case "keychain-locked":
    case "keychain-unavailable":
      return {
        title: t(($) => $.connections.signInError.keychain),
        sentence: message,
        remedy: t(($) => $.connections.signInError.keychainHelp),
        mistakes: {},
        worthTesting: false,
      };
    default:
      return {
        title: t(($) => $.connections.signInError.other),
        sentence: message,
        remedy: t(($) => $.connections.signInError.notRetried),
        mistakes: {},
        worthTesting: true,
      };
  }
}

function lockedUntil(until: unknown): string | undefined {
  return typeof until === "number"
    ? t(($) => $.connections.signInError.blockedUntil, { until: exactly(until) })
    : undefined;
}
