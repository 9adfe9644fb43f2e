/** A keychain that is set from outside (an option, the environment, a test), without a choice. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { SelectableKeychain, Keychain } from "../../core/hosts.ts";

export function createDecidedKeychain(keychain: Keychain): SelectableKeychain {
  const decided = (): Promise<never> => Promise.reject(new AppError("keychain-decided", codedText("keychain-decided")));
  return {
    protection: keychain.protection,
    get: (key) => keychain.get(key),
    set: (key, value) => keychain.set(key, value),
    delete: (key) => keychain.delete(key),
    status: () => Promise.resolve({ state: "ready", protection: keychain.protection }),
    choose: decided,
    unlock: decided,
    onChange: () => () => undefined,
  };
}
