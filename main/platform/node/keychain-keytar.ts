/** The operating system's keychain, through keytar. Opened at the first use; never silently replaced. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock, Keychain, Log } from "../../core/hosts.ts";
import { type RawSecrets, createPartedKeychain } from "./keychain-chunks.ts";

/** The functions used of keytar. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface SystemKeychainSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Default: the package; it loads only where its system libraries exist. */
  readonly load?: () => Promise<Keytar>;
  /** How long a call may wait for the keychain to be unlocked; default two minutes. */
  readonly limitMs?: number;
}

/** Name of the entries in the system's keychain program. */
const service = "Fleetdesk";

/** Every call throws `keychain-unavailable` where there is no keychain, or it does not respond. */
export function createSystemKeychain(settings: SystemKeychainSettings): Keychain {
  const { clock, log, load = loadKeytar, limitMs = 120_000 } = settings;
  let loading: Promise<Keytar> | undefined;
  const use = async <T>(work: (keytar: Keytar) => Promise<T>): Promise<T> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    try {
      return await work(await loading);
    } catch (cause) {
      throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
    }
  };
  const raw: RawSecrets = {
    get: (account) => use(async (keytar) => (await keytar.getPassword(service, account)) ?? undefined),
    set: (account, secret) => use((keytar) => keytar.setPassword(service, account, secret)),
    delete: (account) =>
      use(async (keytar) => {
        await keytar.deletePassword(service, account);
      }),
  };
  const late = (): AppError => unavailable(codedText("keychain-no-response", { seconds: limitMs / 1000 }));
  return createPartedKeychain(limitSecrets(raw, clock, limitMs, late), "system", log);
}

async function loadKeytar(): Promise<Keytar> {
  // Node puts the functions of a CommonJS module below `default`; its types declare the other form only.
  const module = (await import("keytar")) as unknown as Keytar & { readonly default?: Keytar };
  return module.default ?? module;
}

function unavailable(detail: string | CodedText, cause?: unknown): AppError {
  const reason = typeof detail === "string" ? (detail.split("\n", 1)[0]?.replace(/[.\s]+$/, "") ?? "") : detail;
  return new AppError("keychain-unavailable", codedText("keychain-unavailable-advice", { reason }), {
    details: { reason },
    cause,
  });
}

// A time limit for a store that may wait for the operator: a locked keychain asks for its password in a window that may stay hidden.
// Invariants: one call at a time, so a late one can never overtake its successors; an abandoned call is not started.

/** Calls that take longer than `limitMs`, queueing included, throw `keychain-unavailable`. */
function limitSecrets(raw: RawSecrets, clock: Clock, limitMs: number, late: () => AppError): RawSecrets {
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
