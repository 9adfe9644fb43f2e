/**
 * The keychain with a choice: the system's own where it works, else memory or a passphrase file.
 *
 * Invariants:
 * - No silent fallback: without a working system keychain and without a choice every call fails.
 * - Changing the protection moves no secret; the result says which tokens stay where.
 * - The choice is saved, never the secret: a file is "locked" at the next start, memory has to be chosen again.
 * - Choosing and unlocking are sequential.
 */
import { type CodedText, codedText, isCodedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import type { SelectableKeychain, Clock, Keychain, KeychainStatus, KeychainSelection, Log } from "../../core/hosts.ts";
import { createSystemKeychain } from "./keychain-keytar.ts";
import { type KeyCost, createFileKeychain } from "./keychain-file.ts";
import { createKeyedMutex } from "../../core/wait.ts";
import { access, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "../../core/files/private-file.ts";
import { dataDirError } from "./paths.ts";

export interface SelectableKeychainSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Holds the passphrase file and the file with the choice. */
  readonly dataDir: string;
  /** FLEETDESK_KEYCHAIN or --keychain: used without a dialog, and without alternatives. */
  readonly decided?: Keychain["protection"];
  /** FLEETDESK_PASSPHRASE: unlocks the file without a dialog. */
  readonly passphrase?: string;
  /** Default: keytar. */
  readonly system?: Keychain;
  /** For a new file; for tests. */
  readonly cost?: KeyCost;
  /** How long the system's keychain may take before the operator has to choose; default half a minute. */
  readonly probeTimeoutMs?: number;
}

type State =
  | { readonly kind: "ready"; readonly keychain: Keychain }
  | { readonly kind: "undecided" }
  | { readonly kind: "locked" };

const undecided: State = { kind: "undecided" };
const locked: State = { kind: "locked" };
const probeKey = "fleetdesk/probe";

/** Nothing is opened before the first use. */
export function createSelectableKeychain(settings: SelectableKeychainSettings): SelectableKeychain {
  return new KeychainChoice(settings);
}

class KeychainChoice implements SelectableKeychain {
  readonly #settings: SelectableKeychainSettings;
  readonly #system: Keychain;
  readonly #memory = createMemoryKeychain();
  readonly #file: FileVault;
  readonly #runExclusive = createKeyedMutex();
  readonly #listeners = new Set<() => void>();
  #state: State | undefined;
  #isStarted: Promise<State> | undefined;
  #systemProblem: CodedText | undefined;
  #note: CodedText | undefined;

  constructor(settings: SelectableKeychainSettings) {
    this.#settings = settings;
    this.#system = settings.system ?? createSystemKeychain(settings);
    this.#file = createFileVault(settings.dataDir, settings.cost);
  }

  get protection(): Keychain["protection"] {
    if (this.#state?.kind === "ready") return this.#state.keychain.protection;
    return this.#state?.kind === "locked" ? "file" : (this.#settings.decided ?? "system");
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#inForce()).get(key);
  }

  async set(key: string, value: string): Promise<void> {
    await (await this.#inForce()).set(key, value);
  }

  async delete(key: string): Promise<void> {
    await (await this.#inForce()).delete(key);
  }

  async status(): Promise<KeychainStatus> {
    const state = await this.#begin();
    return {
      state: state.kind,
      protection: state.kind === "ready" ? state.keychain.protection : undefined,
      ...(state.kind === "locked" ? { protection: "file" } : {}),
      systemProblem: this.#systemProblem,
      note: this.#note,
    };
  }

  choose(selection: KeychainSelection): Promise<KeychainStatus> {
    return this.#runExclusive("", async () => {
      const { decided, dataDir } = this.#settings;
      if (decided !== undefined && selection.protection !== decided) throw decidedError();
      const before = await this.#begin();
      const keychain = await this.#open(selection);
      const hadFile = before.kind === "locked" || (await this.#file.exists());
      if (selection.protection === "file") rememberFile(dataDir);
      else await deleteChoice(dataDir);
      this.#note = noteOf(
        before.kind === "ready" ? before.keychain.protection : undefined,
        selection.protection,
        hadFile,
      );
      this.#become({ kind: "ready", keychain });
      return await this.status();
    });
  }

  unlock(passphrase: string): Promise<KeychainStatus> {
    return this.#runExclusive("", async () => {
      if ((await this.#begin()).kind !== "locked") {
        throw new AppError("keychain-not-locked", codedText("keychain-not-locked"));
      }
      const keychain = await this.#file.open(passphrase);
      rememberFile(this.#settings.dataDir);
      this.#note = undefined;
      this.#become({ kind: "ready", keychain });
      return await this.status();
    });
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async #inForce(): Promise<Keychain> {
    const state = await this.#begin();
    if (state.kind === "ready") return state.keychain;
    throw state.kind === "locked" ? lockedError() : undecidedError(this.#systemProblem);
  }

  /** The initial state is not a change, since nothing was read before. A failed attempt (a damaged file) is repeated. */
  async #begin(): Promise<State> {
    if (this.#state !== undefined) return this.#state;
    this.#isStarted ??= this.#decide().then(
      (first) => {
        this.#state ??= first;
        this.#log(this.#state);
        return this.#state;
      },
      (error: unknown) => {
        this.#isStarted = undefined;
        throw error;
      },
    );
    return await this.#isStarted;
  }

  async #decide(): Promise<State> {
    const { decided, dataDir } = this.#settings;
    if (decided === "memory") return { kind: "ready", keychain: this.#memory };
    if (decided === "file") return (await this.#tryFile()) ?? undecided;
    if (decided === "system") return (await this.#trySystem()) ?? undecided;
    if (await isFileKeychainSelected(dataDir)) {
      const fileState = await this.#tryFile();
      if (fileState !== undefined) return fileState;
    }
    return (await this.#trySystem()) ?? (await this.#tryFile()) ?? undecided;
  }

  async #trySystem(): Promise<State | undefined> {
    const problem = await this.#probe();
    if (problem === undefined) return { kind: "ready", keychain: this.#system };
    this.#systemProblem = problemOf(problem);
    return undefined;
  }

  /** Undefined when it works. The operator may be unlocking it now: a late success counts as long as nothing was chosen. */
  #probe(): Promise<AppError | undefined> {
    const { clock, probeTimeoutMs = 30_000 } = this.#settings;
    return new Promise((resolve) => {
      const seconds = Math.round(probeTimeoutMs / 1000);
      const cancel = clock.after(probeTimeoutMs, () =>
        resolve(unavailable(codedText("keychain-no-response", { seconds }))),
      );
      const works = (): void => {
        cancel();
        resolve(undefined);
        if (this.#state?.kind !== "undecided") return;
        this.#systemProblem = undefined;
        this.#become({ kind: "ready", keychain: this.#system });
      };
      this.#system.get(probeKey).then(works, (error: unknown) => {
        cancel();
        resolve(isAppError(error) ? error : unavailable(codedText("cause-unknown")));
      });
    });
  }

  /** Undefined when there is no file, and no passphrase to create one. */
  async #tryFile(): Promise<State | undefined> {
    const { passphrase, decided } = this.#settings;
    const fileExists = await this.#file.exists();
    if (passphrase === undefined || passphrase === "") return fileExists ? locked : undefined;
    if (!fileExists && decided !== "file") return undefined;
    try {
      return { kind: "ready", keychain: await this.#file.open(passphrase) };
    } catch (error) {
      if (!isAppError(error, "passphrase-wrong")) throw error;
      this.#settings.log.warn("keychain.passphrase-wrong");
      return locked;
    }
  }

  async #open(selection: KeychainSelection): Promise<Keychain> {
    if (selection.protection === "memory") return this.#memory;
    if (selection.protection === "file") return await this.#file.open(selection.passphrase);
    // The operator has chosen it: the keychain's own timeout applies.
    await this.#system.get(probeKey);
    this.#systemProblem = undefined;
    return this.#system;
  }

  #become(state: State): void {
    this.#state = state;
    this.#log(state);
    for (const listener of this.#listeners) listener();
  }

  #log(state: State): void {
    const protection = state.kind === "ready" ? { protection: state.keychain.protection } : {};
    this.#settings.log.info("keychain.state", { state: state.kind, ...protection });
  }
}

/** Which tokens stay where after a change of the protection. */
function noteOf(
  before: Keychain["protection"] | undefined,
  now: Keychain["protection"],
  hadFile: boolean,
): CodedText | undefined {
  if (now !== "file" && hadFile) {
    return codedText("tokens-stay-in-file");
  }
  if (before === undefined || before === now) return undefined;
  return before === "memory" ? codedText("tokens-stay-in-memory") : codedText("tokens-stay-in-system");
}

/** Only the reason: the remedy is already on the screen. */
function problemOf(error: AppError): CodedText {
  const reason = error.details?.["reason"];
  return typeof reason === "string" || isCodedText(reason)
    ? codedText("keychain-unavailable", { reason })
    : toFailure(error).text;
}

function unavailable(reason: CodedText): AppError {
  return new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason }), {
    details: { reason },
  });
}

function undecidedError(problem: CodedText | undefined): AppError {
  const text =
    problem === undefined ? codedText("keychain-undecided") : codedText("keychain-undecided-reason", { problem });
  return new AppError("keychain-undecided", text);
}

function lockedError(): AppError {
  return new AppError("keychain-locked", codedText("keychain-locked"));
}

function decidedError(): AppError {
  return new AppError("keychain-decided", codedText("keychain-decided"));
}

// Opens the passphrase file: created when it does not exist, rejected at once for a wrong passphrase.

interface FileVault {
  exists(): Promise<boolean>;
  /** Throws `passphrase-wrong`, `keychain-damaged`, `disk-full` or `data-dir-read-only`. */
  open(passphrase: string): Promise<Keychain>;
}

/** Name of the file inside the data directory. */
const keychainFileName = "keychain.json";

/** Written and removed again, so that the file exists and the passphrase is verified before it is used. */
const proofKey = "fleetdesk/proof";

function createFileVault(dataDir: string, cost: KeyCost | undefined): FileVault {
  const path = join(dataDir, keychainFileName);
  const exists = async (): Promise<boolean> => {
    try {
      await access(path);
      return true;
    } catch {
      // A file that exists and cannot be read fails when it is opened.
      return false;
    }
  };
  return {
    exists,
    open: async (passphrase) => {
      const keychain = createFileKeychain({ file: path, passphrase, cost });
      try {
        if (await exists()) await keychain.get(proofKey);
        else {
          await keychain.set(proofKey, "1");
          await keychain.delete(proofKey);
        }
      } catch (error) {
        if (!isAppError(error, "passphrase-wrong")) throw error;
        throw new AppError("passphrase-wrong", codedText("passphrase-wrong"));
      }
      return keychain;
    },
  };
}

// The file in the data directory that records the choice of a passphrase file. It contains no secret.

const noteSchema = z.object({ protection: z.literal("file") });

const fileOf = (dataDir: string): string => join(dataDir, "keychain-choice.json");

/** An unreadable file counts as none: the operator chooses again. */
async function isFileKeychainSelected(dataDir: string): Promise<boolean> {
  try {
    return noteSchema.safeParse(JSON.parse(await readFile(fileOf(dataDir), "utf8"))).success;
  } catch {
    // Missing, or not JSON.
    return false;
  }
}

/** Throws `disk-full` or `data-dir-read-only`. */
export function rememberFile(dataDir: string): void {
  const note: z.output<typeof noteSchema> = { protection: "file" };
  try {
    writePrivateFile(fileOf(dataDir), `${JSON.stringify(note)}\n`);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

async function deleteChoice(dataDir: string): Promise<void> {
  try {
    await rm(fileOf(dataDir), { force: true });
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

// A keychain that is set from outside (an option, the environment, a test), without a choice.

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

// Secrets for this run only: chosen by the operator where no other protection is available.

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
