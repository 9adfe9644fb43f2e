import type { CodedText } from "#shared/texts/coded-text.ts";
/** The outside world as arguments: everything in main that is not pure computation is reached through these. */

/** Time. Real in `main/node/clock.ts`, moved by hand in `test/fakes/fake-clock.ts`. */
export interface Clock {
  /** Wall clock, epoch milliseconds; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary origin; never jumps back, stands still while the machine sleeps on some systems. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** One protected place for small secrets. Values are whole texts of any length; writes to one key are sequenced. */
export interface Keychain {
  readonly protection: "system" | "file" | "memory";
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** What protects the secrets now. */
export interface KeychainStatus {
  /** "undecided": the system has no keychain and nobody has chosen yet. "locked": a passphrase file waits for its passphrase. */
  readonly state: "ready" | "undecided" | "locked";
  /** Missing while undecided. */
  readonly protection?: Keychain["protection"];
  /** Why the system's keychain cannot be used. */
  readonly systemProblem?: CodedText;
  /** What became of tokens that another protection holds, after it was changed. */
  readonly note?: CodedText;
}

export type KeychainWish =
  | { readonly protection: "system" | "memory" }
  | { readonly protection: "file"; readonly passphrase: string };

/**
 * A keychain that a person may have to choose first. Until then its calls fail with `keychain-undecided` or `keychain-locked`;
 * `protection` is then the one that would be used.
 */
export interface SelectableKeychain extends Keychain {
  status(): Promise<KeychainStatus>;
  /** Throws `keychain-unavailable`, `passphrase-wrong` or `keychain-decided`; the former protection then stays. */
  choose(wish: KeychainWish): Promise<KeychainStatus>;
  /** Throws `passphrase-wrong`, or `keychain-not-locked`. */
  unlock(passphrase: string): Promise<KeychainStatus>;
  /** Told when another protection took over, or this one was opened. Returns its unsubscribe. */
  onChange(listener: () => void): () => void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured log; no secret is ever passed to it. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
}

/** Which proxy a URL goes through; undefined means direct. */
export interface ProxyResolver {
  resolve(url: string): Promise<string | undefined>;
}

/** Who this computer and process are, for leases: a copied data directory must not send. */
export interface Machine {
  readonly machineId: string;
  /** How an earlier version of the program named this computer. */
  readonly formerMachineId?: string | undefined;
  readonly processId: number;
  /** Changes with every start of the program. */
  readonly instanceId: string;
  /** Who is signed in to the operating system; undefined where it does not tell. */
  readonly userName?: string | undefined;
}

/** A place in the order in which a campaign claims its recipients. */
export interface ClaimPosition {
  /** The wave, counted from 0 as `recipient.ring` is. */
  readonly ring: number;
  readonly row: number;
}

/** How far a campaign may have been sent. */
export interface SendMark {
  /** Grows with every write; a database that knows an earlier one is an older state of itself. */
  readonly generation: number;
  /** The last place in claim order that may have been claimed; missing where none was. */
  readonly position?: ClaimPosition | undefined;
  /** When it was written, epoch milliseconds, on the service's clock where that is known. */
  readonly writtenAt: number;
  /** Sending had ended in order when it was written; false while rows may be claimed under it. */
  readonly ended: boolean;
}

/** A mark as it is read. */
export interface StoredSendMark extends SendMark {
  /** As it was counted last; undefined where that is not known. */
  readonly claims?: number | undefined;
}

/** One mark per campaign, outside of the data directory: it stays when the database is copied, restored or damaged. */
export interface SendMarks {
  /** The newest mark; undefined where there is none or it cannot be read. */
  read(campaign: string): Promise<StoredSendMark | undefined>;
  /**
   * On disk when it resolves; `checkpoint`: in the system's keychain, too, where there is one. Throws `state-dir-read-only` or
   * `disk-full`.
   */
  write(campaign: string, mark: SendMark, checkpoint: boolean): Promise<void>;
  /**
   * Writes down how many rows were ever claimed, next to a mark that was written before. It outlives the process at once, and a power
   * failure once the next mark is written. Throws as `write` does.
   */
  count(campaign: string, claims: number): void;
}

/** Files that a person chooses: the program never invents where a person's file goes. */
export interface Files {
  /** Absolute path to write to, or undefined when the person did not want to. Asks before an existing file is replaced. */
  saveAs(suggestion: { readonly name: string; readonly extension: string }): Promise<string | undefined>;
  /** Absolute path of a file to read, or undefined when the person did not want to. `name` says what is looked for. */
  open(wanted: { readonly name: string; readonly extension: string }): Promise<string | undefined>;
}

/** Whether the computer itself has a network; what the service says is known by calling it. */
export interface Connectivity {
  online(): boolean;
  /** Returns its unsubscribe. */
  onChange(listener: (online: boolean) => void): () => void;
}

/** A service in a box that lives as long as the program. */
export interface PracticeService {
  readonly baseUrl: string;
  readonly applicationToken: string;
  /** Settles when it has ended, closed or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Runs the simulator beside the program, away from its main thread. */
export interface PracticeHost {
  /** `port`: where it was the last time, so that its connection stays the same; another one when that is taken. */
  start(options: { readonly endpoints: number; readonly port: number | undefined }): Promise<PracticeService>;
}

/** What program this is, for the person who has to tell somebody. */
export interface About {
  readonly version: string;
  readonly platform: string;
  readonly runtime: string;
  readonly logFile?: string;
}

type ListenToThread = <T>(event: "message" | "error" | "exit", listener: (value: T) => void) => unknown;

/** One of the store's threads, as far as the store uses it: a `Worker` of Node. */
export interface StoreThread {
  postMessage(message: unknown): void;
  readonly on: ListenToThread;
  readonly once: ListenToThread;
  readonly off: ListenToThread;
  terminate(): Promise<unknown>;
  unref(): void;
}

/** Starts `main/store-worker.ts` (source or bundle); `task` is what it reads as its `workerData`. */
export type StartStoreThread = (task: unknown, name: string) => StoreThread;

export interface Hosts {
  readonly clock: Clock;
  readonly log: Log;
  /** Opened lazily: a missing keychain fails the first use, not the start. */
  readonly keychain: SelectableKeychain;
  readonly proxy: ProxyResolver;
  readonly machine: Machine;
  readonly sendMarks: SendMarks;
  /** A number from 0 up to 1, 1 excluded; `Math.random` where it is missing. */
  readonly random?: () => number;
  readonly files: Files;
  readonly connectivity: Connectivity;
  readonly practice: PracticeHost;
  readonly about: About;
  /** Absolute path of the directory that holds the database, its lock and its backups. */
  readonly dataDir: string;
  readonly startStoreThread: StartStoreThread;
}
