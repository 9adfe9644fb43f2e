/** A keychain that was decided on from outside (an option, the environment, a test): there is nothing to choose. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../failure.ts";
import type { SelectableKeychain, Keychain } from "../hosts.ts";

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
