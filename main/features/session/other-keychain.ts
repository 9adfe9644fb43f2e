/** Tokens that are kept elsewhere than where this run looks. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import type { Keychain } from "../../hosts.ts";

const places: Readonly<Record<Keychain["protection"], CodedText>> = {
  system: codedText("tokens-were-in-system"),
  file: codedText("tokens-were-in-file"),
  memory: codedText("tokens-were-in-memory"),
};

export function tokenLocation(protection: Keychain["protection"]): CodedText {
  return places[protection];
}

/** Removing tokens from where they are not would only look like signing out. */
export function otherKeychain(protection: Keychain["protection"]): AppError {
  const message = codedText("tokens-in-other-keychain", { protection });
  return new AppError("other-keychain", message, { details: { protection } });
}
