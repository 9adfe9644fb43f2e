/** Tokens that are kept elsewhere than where this run looks. */
import { AppError } from "../../failure.ts";
import type { Keychain } from "../../hosts.ts";

const places: Readonly<Record<Keychain["protection"], string>> = {
  system: "the system's keychain",
  file: "the passphrase file",
  memory: "the memory of an earlier run",
};

export function keptIn(protection: Keychain["protection"]): string {
  return `The tokens of this connection were kept in ${places[protection]}. Connect again.`;
}

/** Removing tokens from where they are not would only look like signing out. */
export function otherKeychain(protection: Keychain["protection"]): AppError {
  const message = `The tokens of this connection are kept in ${places[protection]}. Sign out with --keychain ${protection}.`;
  return new AppError("other-keychain", message, { details: { protection } });
}
