import type { CodedText } from "#shared/texts/coded-text.ts";
/** The environment of main as interfaces: everything that is not pure computation is accessed through them. */

/** Time. Real in `main/platform/node/clock.ts`, controlled in `test/fakes/fake-clock.ts`. */
export interface Clock {
  /** Wall clock, epoch milliseconds; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary origin; never jumps back, stops while the machine sleeps on some systems. */
  monotonic(): number;
  /**
   * Milliseconds since the computer was started, sleep included, exact to a second. No setting of the clock changes it, and it is the same for
   * every process.
   */
  uptime(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** Protected storage for small secrets. Values are texts of any length; writes to one key are sequenced. */
export interface Keychain {
  readonly protection: "system" | "file" | "memory";
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The protection of the secrets. */
export interface KeychainStatus {
  /** "undecided": the system has no keychain and none was chosen yet. "locked": a passphrase file waits for its passphrase. */
  readonly state: "ready" | "undecided" | "locked";
  /** Missing while undecided. */
  readonly protection?: Keychain["protection"];
  /** Why the system's keychain cannot be used. */
  readonly systemProblem?: CodedText;
  /** What happened to the tokens of the former protection after a change. */
  readonly note?: CodedText;
}

export type KeychainSelection =
  | { readonly protection: "system" | "memory" }
  | { readonly protection: "file"; readonly passphrase: string };

/**
 * A keychain that the operator may have to choose first. Until then its calls fail with `keychain-undecided` or `keychain-locked`;
 * `protection` is then the one that would be used.
 */
export interface SelectableKeychain extends Keychain {
  status(): Promise<KeychainStatus>;
  /** Throws `keychain-unavailable`, `passphrase-wrong` or `keychain-decided`; the former protection then stays in force. */
  choose(selection: KeychainSelection): Promise<KeychainStatus>;
  /** Throws `passphrase-wrong`, or `keychain-not-locked`. */
  unlock(passphrase: string): Promise<KeychainStatus>;
  /** Called when the protection was changed or unlocked. Returns its unsubscribe. */
  onChange(listener: () => void): () => void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured log; secrets are never passed to it. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
  /** Set where every exchange with the service is shown to the operator. */
  readonly wire?: (exchange: WireExchange) => void;
}

/** One request and its response, without headers; secrets in the bodies are masked. */
export interface WireExchange {
  readonly method: string;
  readonly path: string;
  readonly durationMs: number;
  readonly status?: number;
  /** Code of the network, where there is no response. */
  readonly failure?: string;
  /** From the service, for its support. */
  readonly requestId?: string;
  readonly requestBody?: string;
  readonly responseBody?: string;
}

/** Which proxy a URL uses; undefined means a direct connection. */
export interface ProxyResolver {
  /** http, https or socks5; may carry a user name and a password, which are never logged. */
  resolve(url: string): Promise<string | undefined>;
  /** The proxy with this address answered 407. */
  rejected?(proxyUrl: string): void;
}

/** Identity of this computer and process, for leases: a copied data directory must not send. */
export interface Machine {
  readonly machineId: string;
  /** The machine id as computed by an earlier version of the program. */
  readonly formerMachineId?: string;
  readonly processId: number;
  /** Changes with every start of the program. */
  readonly instanceId: string;
  /** User name in the operating system; undefined where it is not available. */
  readonly userName?: string;
}

/** A position in the order in which a campaign claims its recipients. */
export interface ClaimPosition {
  /** The wave, counted from 0 like `recipient.ring`. */
  readonly wave: number;
  readonly row: number;
}

/** Up to where a campaign may have been sent. */
export interface SendMark {
  /** Grows with every write; a database with an earlier generation is an older state of itself. */
  readonly generation: number;
  /** The last position in claim order that may have been claimed; missing where none was. */
  readonly position?: ClaimPosition;
  /** When it was written, epoch milliseconds, on the service's clock where that is calibrated. */
  readonly writtenAt: number;
  /** Sending had ended cleanly when it was written; false while rows may be claimed under it. */
  readonly ended: boolean;
}

export interface StoredSendMark extends SendMark {
  /** The last count; undefined where it is not available. */
  readonly claims?: number;
}

/** One mark per campaign, outside of the data directory: it persists when the database is copied, restored or damaged. */
export interface SendMarks {
  /** The newest mark; undefined where there is none or it cannot be read. */
  read(campaign: string): Promise<StoredSendMark | undefined>;
  /**
   * On disk when it resolves; `checkpoint`: also in the system's keychain, where there is one. Throws `state-dir-read-only` or
   * `disk-full`.
   */
  write(campaign: string, mark: SendMark, checkpoint: boolean): Promise<void>;
  /**
   * Records how many rows were ever claimed, next to a mark that was written before. It survives the process immediately, and a power
   * failure once the next mark is written. Throws as `write` does.
   */
  count(campaign: string, claims: number): void;
}

/** Files that the operator selects: the program never chooses the path of an exported file. */
export interface Files {
  /** Absolute path to write to; undefined when cancelled. Confirms before an existing file is replaced. */
  saveAs(suggestion: { readonly name: string; readonly extension: string }): Promise<string | undefined>;
  /**
   * Absolute path of a file to read; undefined when cancelled. `name` describes the expected file. With `opened` the file with which
   * the system opened the program, once, instead of a dialog; undefined when there is none.
   */
  open(wanted: {
    readonly name: string;
    readonly extension: string;
    readonly opened?: boolean;
  }): Promise<string | undefined>;
}

/** Whether the computer itself has a network; whether the service is reachable is determined by calls. */
export interface Connectivity {
  online(): boolean;
  /** Returns its unsubscribe. */
  onChange(listener: (online: boolean) => void): () => void;
}

/** A simulator that runs as long as the program. */
export interface PracticeService {
  readonly baseUrl: string;
  readonly applicationToken: string;
  /** Resolves when it has ended, closed or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Runs the simulator in the program's process, outside of its main thread. */
export interface PracticeHost {
  /** `port`: the last one, so that its connection stays the same; another one when it is in use. */
  start(options: { readonly endpoints: number; readonly port: number | undefined }): Promise<PracticeService>;
}

/** A file with certificates that are trusted in addition to those of the system. */
export interface CertificateFile {
  readonly file: string;
  /** Trusted certificates in it. */
  readonly count: number;
  readonly problem?: CodedText;
}

/** Version, runtime and paths, for bug reports. */
export interface About {
  readonly version: string;
  readonly platform: string;
  readonly runtime: string;
  readonly logFile?: string;
  readonly certificates?: readonly CertificateFile[];
}

type ListenToThread = <T>(event: "message" | "error" | "exit", listener: (value: T) => void) => unknown;

/** One of the store's threads, reduced to what the store uses of Node's `Worker`. */
export interface StoreThread {
  postMessage(message: unknown): void;
  readonly on: ListenToThread;
  readonly once: ListenToThread;
  readonly off: ListenToThread;
  terminate(): Promise<unknown>;
  unref(): void;
}

/** Starts `main/app/store-worker.ts` (source or bundle); `task` becomes its `workerData`. */
export type StartStoreThread = (task: unknown, name: string) => StoreThread;

/** How this program can be updated. */
export interface UpdateHost {
  /** Address of the folder with the lists of versions; without it nothing is looked for. */
  readonly feed?: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The program can replace itself. */
  readonly inPlace: boolean;
}

export interface Hosts {
  readonly clock: Clock;
  readonly log: Log;
  /** Opened lazily: a missing keychain fails the first use, not the start. */
  readonly keychain: SelectableKeychain;
  readonly proxy: ProxyResolver;
  readonly machine: Machine;
  readonly sendMarks: SendMarks;
  /** A number in [0, 1); `Math.random` where it is missing. */
  readonly random?: () => number;
  readonly files: Files;
  readonly connectivity: Connectivity;
  readonly practice: PracticeHost;
  readonly about: About;
  readonly updates: UpdateHost;
  /** Absolute path of the directory that holds the database, its lock and its backups. */
  readonly dataDir: string;
  readonly startStoreThread: StartStoreThread;
}
