/** Handlers of the keychain contract: the protection of the tokens, and the choice of one where the system has no keychain. */
import type { keychain } from "#shared/contract/connections/keychain.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { SelectableKeychain } from "../../core/hosts.ts";

export interface KeychainDeps {
  readonly keychain: SelectableKeychain;
}

export function createKeychainHandlers({ keychain: activeKeychain }: KeychainDeps): Handlers<typeof keychain> {
  return {
    get: () => activeKeychain.status(),
    choose: (selection) => activeKeychain.choose(selection),
    unlock: ({ passphrase }) => activeKeychain.unlock(passphrase),
  };
}
