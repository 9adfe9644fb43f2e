/** The keychain page of the treaty: what protects the tokens, and the choice where the system offers nothing. */
import type { keychain } from "#contract/keychain.ts";
import type { Handlers } from "#contract/kit.ts";
import type { ChosenKeychain } from "../../hosts.ts";

export interface KeychainParts {
  readonly keychain: ChosenKeychain;
}

export function createKeychainHandlers({ keychain: chosen }: KeychainParts): Handlers<typeof keychain> {
  return {
    get: () => chosen.status(),
    choose: (wish) => chosen.choose(wish),
    unlock: ({ passphrase }) => chosen.unlock(passphrase),
  };
}
