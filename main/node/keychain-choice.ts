/**
 * The keychain that a person may have to choose: the system's own where it works, else memory or a passphrase file.
 *
 * Invariants:
 * - Nothing falls back in silence: without a working keychain of the system and without a choice every call fails.
 * - Changing the protection moves no secret; whoever chooses is told what stays where.
 * - The choice is remembered, never the secret: a file is "locked" at the next start, memory is asked for again.
 * - Choosing and unlocking happen one after another.
 */
import { AppError, isAppError } from "../failure.ts";
import type { ChosenKeychain, Clock, Keychain, KeychainStatus, KeychainWish, Log } from "../hosts.ts";
import { forgetChoice, isFileChosen, rememberFile } from "./keychain-choice-note.ts";
import { createFileVault } from "./keychain-file-vault.ts";
import { createSystemKeychain } from "./keychain-keytar.ts";
import { createMemoryKeychain } from "./keychain-memory.ts";
import type { KeyCost } from "./keychain-seal.ts";
import { createSequence } from "./keychain-sequence.ts";

export interface ChosenKeychainSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Holds the passphrase file and the note of the choice. */
  readonly dataDir: string;
  /** FLEETDESK_KEYCHAIN or --keychain: nobody is asked, nothing else is used. */
  readonly decided?: Keychain["protection"] | undefined;
  /** FLEETDESK_PASSPHRASE: opens the file without asking. */
  readonly passphrase?: string | undefined;
  /** Default: keytar. */
  readonly system?: Keychain;
  /** Of a new file; for tests. */
  readonly cost?: KeyCost;
  /** How long the system's keychain may take before a person is asked; default half a minute. */
  readonly patienceMs?: number;
}

type State =
  | { readonly kind: "ready"; readonly keychain: Keychain }
  | { readonly kind: "undecided" }
  | { readonly kind: "locked" };

const probeKey = "fleetdesk/probe";

/** Nothing is opened before the first use. */
export function createChosenKeychain(settings: ChosenKeychainSettings): ChosenKeychain {
  const { clock, log, dataDir, decided, passphrase, patienceMs = 30_000 } = settings;
  const system = settings.system ?? createSystemKeychain({ clock, log });
  const file = createFileVault(dataDir, settings.cost);
  const memory = createMemoryKeychain();
  const sequence = createSequence();
  const listeners = new Set<() => void>();
  let state: State | undefined;
  let systemProblem: string | undefined;
  let note: string | undefined;
  let begun: Promise<State> | undefined;

  const become = (next: State): State => {
    state = next;
    log.info("keychain.state", {
      state: next.kind,
      ...(next.kind === "ready" ? { is: next.keychain.protection } : {}),
    });
    for (const listener of listeners) listener();
    return next;
  };

  /** Undefined when the system's keychain works. A person may be unlocking it right now: a late yes counts as long as nobody chose. */
  const probe = (waitMs: number): Promise<AppError | undefined> =>
    new Promise((resolve) => {
      const cancel = clock.after(waitMs, () =>
        resolve(unavailable(`it did not answer within ${Math.round(waitMs / 1000)} seconds and may be locked`)),
      );
      system.get(probeKey).then(
        () => {
          cancel();
          systemProblem = undefined;
          resolve(undefined);
          if (state?.kind === "undecided") become({ kind: "ready", keychain: system });
        },
        (error: unknown) => {
          cancel();
          resolve(isAppError(error) ? error : unavailable("it failed without saying why"));
        },
      );
    });

  const trySystem = async (): Promise<State | undefined> => {
    const problem = await probe(patienceMs);
    if (problem === undefined) return { kind: "ready", keychain: system };
    systemProblem = problemOf(problem);
    return undefined;
  };

  /** Undefined when there is no file and no passphrase to make one with. */
  const tryFile = async (): Promise<State | undefined> => {
    const isThere = await file.exists();
    if (passphrase === undefined || passphrase === "") return isThere ? { kind: "locked" } : undefined;
    try {
      return { kind: "ready", keychain: await file.open(passphrase) };
    } catch (error) {
      if (!isAppError(error, "passphrase-wrong")) throw error;
      log.warn("keychain.passphrase-wrong");
      return { kind: "locked" };
    }
  };

  const decide = async (): Promise<State> => {
    const undecided: State = { kind: "undecided" };
    if (decided === "memory") return { kind: "ready", keychain: memory };
    if (decided === "file") return (await tryFile()) ?? undecided;
    if (decided === "system") return (await trySystem()) ?? undecided;
    if ((await isFileChosen(dataDir)) && (await file.exists())) return (await tryFile()) ?? undecided;
    return (await trySystem()) ?? (await tryFile()) ?? undecided;
  };

  /** The first look; a failure of it (a damaged file) is not kept, so that the next use looks again. */
  const begin = async (): Promise<State> => {
    if (state !== undefined) return state;
    begun ??= decide().then(
      (first) => state ?? become(first),
      (error: unknown) => {
        begun = undefined;
        throw error;
      },
    );
    return await begun;
  };

  const use = async (): Promise<Keychain> => {
    const now = await begin();
    if (now.kind === "ready") return now.keychain;
    throw now.kind === "locked" ? lockedError() : undecidedError(systemProblem);
  };

  const status = async (): Promise<KeychainStatus> => {
    const now = await begin();
    return {
      state: now.kind,
      ...(now.kind === "ready" ? { protection: now.keychain.protection } : {}),
      ...(now.kind === "locked" ? { protection: "file" } : {}),
      ...(systemProblem === undefined ? {} : { systemProblem }),
      ...(note === undefined ? {} : { note }),
    };
  };

  const open = async (wish: KeychainWish): Promise<Keychain> => {
    if (wish.protection === "memory") return memory;
    if (wish.protection === "file") return await file.open(wish.passphrase);
    // A person is at it: the keychain's own patience holds.
    await system.get(probeKey);
    systemProblem = undefined;
    return system;
  };

  return {
    get protection() {
      if (state?.kind === "ready") return state.keychain.protection;
      return state?.kind === "locked" ? "file" : (decided ?? "system");
    },
    get: async (key) => (await use()).get(key),
    set: async (key, value) => (await use()).set(key, value),
    delete: async (key) => (await use()).delete(key),
    status,
    choose: (wish) =>
      sequence.run("", async () => {
        if (decided !== undefined && wish.protection !== decided) throw decidedError();
        const before = await begin();
        const keychain = await open(wish);
        const hadFile = before.kind === "locked" || (await file.exists());
        if (wish.protection === "file") await rememberFile(dataDir);
        else await forgetChoice(dataDir);
        note = noteOf(before.kind === "ready" ? before.keychain.protection : undefined, wish.protection, hadFile);
        become({ kind: "ready", keychain });
        return await status();
      }),
    unlock: (given) =>
      sequence.run("", async () => {
        if ((await begin()).kind !== "locked") {
          throw new AppError("keychain-not-locked", "There is no keychain file that waits for its passphrase.");
        }
        const keychain = await file.open(given);
        await rememberFile(dataDir);
        note = undefined;
        become({ kind: "ready", keychain });
        return await status();
      }),
    onChange: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** What stays where, for a person who has just changed the protection. */
function noteOf(
  before: Keychain["protection"] | undefined,
  now: Keychain["protection"],
  hadFile: boolean,
): string | undefined {
  if (now !== "file" && hadFile) {
    return "Tokens in the passphrase file stay there and were not moved. Sign in again, or choose the file again to use them.";
  }
  if (before === undefined || before === now) return undefined;
  return before === "memory"
    ? "Tokens that were kept in memory were not moved. Sign in again."
    : "Tokens in the system's keychain stay there and were not moved. Sign in again, or choose it again to use them.";
}

/** The reason alone: what can be done about it is on the screen beside it. */
function problemOf(error: AppError): string {
  const reason = error.details?.["reason"];
  return typeof reason === "string" ? `The system's keychain cannot be used: ${reason}.` : error.message;
}

function unavailable(reason: string): AppError {
  return new AppError("keychain-unavailable", `The system's keychain cannot be used: ${reason}.`, {
    details: { reason },
  });
}

function undecidedError(problem: string | undefined): AppError {
  const why = problem === undefined ? "" : `${problem} `;
  return new AppError("keychain-undecided", `${why}Choose first how the tokens are to be protected on this computer.`);
}

function lockedError(): AppError {
  return new AppError("keychain-locked", "The keychain file is locked. Enter its passphrase first.");
}

function decidedError(): AppError {
  return new AppError(
    "keychain-decided",
    "What protects the tokens was decided at the start of the program, by --keychain or FLEETDESK_KEYCHAIN.",
  );
}
