/**
 * A time limit for a store that may wait for the operator: a locked keychain asks for its password in a window that may stay hidden.
 *
 * Invariants: one call at a time, so a late one can never overtake its successors; an abandoned call is not started.
 */
import type { AppError } from "#shared/failure.ts";
import type { Clock } from "../../core/hosts.ts";
import type { RawSecrets } from "./keychain-chunks.ts";

/** Calls that take longer than `limitMs`, queueing included, throw `keychain-unavailable`. */
export function limitSecrets(raw: RawSecrets, clock: Clock, limitMs: number, late: () => AppError): RawSecrets {
  let tail: Promise<unknown> = Promise.resolve();

  const call = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let isLate = false;
      const cancel = clock.after(limitMs, () => {
        isLate = true;
        reject(late());
      });
      const turn = async (): Promise<void> => {
        if (isLate) return;
        try {
          resolve(await work());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        } finally {
          cancel();
        }
      };
      tail = tail.then(turn);
    });

  return {
    get: (account) => call(() => raw.get(account)),
    set: (account, secret) => call(() => raw.set(account, secret)),
    delete: (account) => call(() => raw.delete(account)),
  };
}
