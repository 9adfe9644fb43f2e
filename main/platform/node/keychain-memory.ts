/** Secrets for this run only: chosen by the operator where no other protection is available. */
import type { Keychain } from "../../core/hosts.ts";

export function createMemoryKeychain(): Keychain {
  const values = new Map<string, string>();
  return {
    protection: "memory",
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
    delete: (key) => {
      values.delete(key);
      return Promise.resolve();
    },
  };
}
