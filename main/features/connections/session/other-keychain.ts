/** Errors for tokens in a keychain other than the one in use. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../../core/hosts.ts";

const places: Readonly<Record<Keychain["protection"], CodedText>> = {
  system: codedText("tokens-were-in-system"),
  file: codedText("tokens-were-in-file"),
  memory: codedText("tokens-were-in-memory"),
};

export function tokenLocation(protection: Keychain["protection"]): CodedText {
  return places[protection];
}

/** Removing tokens from a keychain that does not hold them would report a sign-out that did not happen. */
export function otherKeychain(protection: Keychain["protection"]): AppError {
  const message = codedText("tokens-in-other-keychain", { protection });
  return new AppError("other-keychain", message, { details: { protection } });
}
