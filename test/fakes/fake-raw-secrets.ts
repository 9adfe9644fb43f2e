/** A keychain's raw entries in memory, with Windows' length limit, that can fail at any step, before or after the step took effect. */
import type { RawSecrets } from "../../main/platform/node/keychain-keytar.ts";

export interface FakeRawSecrets extends RawSecrets {
  readonly entries: Map<string, string>;
  /** Number of steps so far. */
  readonly steps: number;
  /** The step with this number (1 is the next one) and all later ones fail, until `mend`. */
  breakAt(step: number, when: "before" | "after"): void;
  mend(): void;
}

export function createFakeRawSecrets(limitBytes = 2_560): FakeRawSecrets {
  const entries = new Map<string, string>();
  let steps = 0;
  let breaking: { readonly at: number; readonly timing: "before" | "after" } | undefined;

  const step = (work: () => void): Promise<void> => {
    steps += 1;
    const isBroken = breaking !== undefined && steps >= breaking.at;
    if (!isBroken || (breaking?.timing === "after" && steps === breaking.at)) work();
    return isBroken ? Promise.reject(new Error("the process died here")) : Promise.resolve();
  };

  return {
    entries,
    get steps() {
      return steps;
    },
    breakAt: (at, timing) => {
      breaking = { at: steps + at, timing };
    },
    mend: () => {
      breaking = undefined;
    },
    get: async (account) => {
      await step(() => undefined);
      return entries.get(account);
    },
    set: (account, secret) => {
      if (secret === "" || Buffer.byteLength(secret) > limitBytes) return Promise.reject(new Error("bad length"));
      return step(() => entries.set(account, secret));
    },
    delete: (account) => step(() => entries.delete(account)),
  };
}
