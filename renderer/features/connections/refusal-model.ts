/** Why a sign-in did not come about, and what a person does next. */
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

const onceOnly = "Fleetdesk asked once and does not try again by itself; what you typed is still here.";

export function refusalOf({ code, message, details }: Failure): Refusal {
  switch (code) {
    case "sign-in-refused":
      return {
        title: "The service refused this sign-in",
        sentence: message,
        remedy: `${onceOnly} After three wrong tries the service blocks sign-ins for minutes.`,
        mistakes: { secret: "The service refused this." },
        worthTesting: false,
      };
    case "locked-out":
      return {
        title: "Sign-ins are blocked for now",
        sentence: lockedUntil(details?.["until"]) ?? message,
        remedy: "Until then Fleetdesk does not ask the service, even when you press the button.",
        mistakes: {},
        worthTesting: false,
      };
    case "mfa-required":
      return {
        title: "This account asks for a second factor",
        sentence: message,
        remedy: "Choose the application token above.",
        mistakes: {},
        worthTesting: false,
      };
    case "invalid-url":
      return {
        title: "This is not the address of the service",
        sentence: message,
        mistakes: { baseUrl: "The service does not answer here." },
        worthTesting: true,
      };
    case "keychain-undecided":
    case "keychain-locked":
    case "keychain-unavailable":
      return {
        title: "There is no place to keep the tokens yet",
        sentence: message,
        remedy: "Nothing was sent. Choose below where tokens are kept, then connect.",
        mistakes: {},
        worthTesting: false,
      };
    default:
      return {
        title: "The sign-in did not come about",
        sentence: message,
        remedy: onceOnly,
        mistakes: {},
        worthTesting: true,
      };
  }
}

function lockedUntil(until: unknown): string | undefined {
  return typeof until === "number"
    ? `The service has blocked sign-ins after several wrong ones. The block ends at ${exactly(until)}.`
    : undefined;
}
