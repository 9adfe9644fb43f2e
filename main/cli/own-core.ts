/** The core in this process: opened if the data directory is free, else that of the process that owns the directory is used. */
import { t } from "./text.ts";
import { join } from "node:path";
import { type AppError, assertNever } from "#shared/failure.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Contract, FleetClient } from "#shared/contract/index.ts";
import type { TopicPayloads } from "#shared/contract/kit.ts";
import { createApp } from "../app/create-app.ts";
import type { Clock, Hosts, Keychain, Log, StartStoreThread, WireExchange } from "../core/hosts.ts";
import type { On } from "../core/ipc/router.ts";
import { dataDirInUse } from "../core/ipc/outside-calls.ts";
import { describeProgram, describeUpdates } from "../platform/node/about.ts";
import { createAlwaysOnline } from "../platform/node/connectivity.ts";
import { createOutFiles } from "../platform/node/files.ts";
import { createMemoryKeychain, createDecidedKeychain } from "../platform/node/keychain-choice.ts";
import { createFileKeychain } from "../platform/node/keychain-file.ts";
import { createSystemKeychain } from "../platform/node/keychain-keytar.ts";
import { createFileLog, logFileOf } from "../platform/node/log.ts";
import { readMachine } from "../platform/node/machine.ts";
import { type Environment, stateDir } from "../platform/node/paths.ts";
import { createPracticeHost } from "../platform/node/practice-host.ts";
import { createProxyFromEnvironment } from "../platform/node/proxy-env.ts";
import { createSendMarks } from "../platform/node/send-mark.ts";
import { createFailedStart } from "../app/failed-start.ts";
import { type Claim, claimDataDir, type OtherProcesses, startCore } from "../app/start-core.ts";
import { sleep } from "../core/wait.ts";
import { trustExtraCertificates } from "../platform/node/tls-environment.ts";
import { limitYoungGeneration } from "../platform/node/v8-memory.ts";
import type { Globals } from "./globals.ts";

export interface Core {
  readonly client: FleetClient;
  /** Set if another process owns the data directory and handles the calls. */
  readonly ownerPid: number | undefined;
  /** Why changes and sending are disabled, as whole sentences. */
  readonly readOnly?: string;
  readonly on: On<TopicPayloads<Contract>>;
  /** Set if this process owns the data directory. */
  readonly others?: OtherProcesses;
  close(): Promise<void>;
}

export interface CoreOptions {
  readonly globals: Globals;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly startStoreThread: StartStoreThread;
  /** Starts the thread of the next `startStoreThread`: it loads while the core does. */
  readonly prepareStoreThread?: () => void;
  readonly practiceWorkerUrl: URL;
  readonly version: string;
  /** The command only reads the cache of the fleet. */
  readonly readsCache: boolean;
  /** The command also works where the database cannot be opened. */
  readonly worksWithoutDatabase: boolean;
  /** Prints one exchange with the service. */
  readonly trace: (exchange: WireExchange) => void;
  /** Reports the reason for a delay. */
  readonly notify: (sentence: string) => void;
  /** Target file of an export, from --out. */
  readonly out: () => string | undefined;
}

/** Time to wait for an owner that holds the lock and does not answer. */
const ownerTimeoutMs = 30_000;
const noticeMs = 2000;
const betweenAttemptsMs = 100;

/** Waits for the data directory or its owner (`ownerCore`). Throws as `openCore`. */
export async function openOwnCore(options: CoreOptions, ownerCore: () => Promise<Core | undefined>): Promise<Core> {
  limitYoungGeneration();
  const { clock, notify } = options;
  const startedMs = clock.monotonic();
  // An owner that is starting does not listen yet, one that is ending no longer listens: both states are short, so the loop retries.
  for (let notified = false; ;) {
    const waitedMs = clock.monotonic() - startedMs;
    const claim = claimDataDir(options.globals.dataDir);
    if (claim !== undefined) return await ownCore(options, claim);
    const core = await ownerCore();
    if (core !== undefined) return core;
    if (waitedMs >= ownerTimeoutMs) throw dataDirInUse(undefined);
    if (waitedMs >= noticeMs && !notified) {
      notify(t(($) => $.cli.program.waitingForOwner));
      notified = true;
    }
    await sleep(clock, betweenAttemptsMs);
  }
}

async function ownCore(options: CoreOptions, claim: Claim): Promise<Core> {
  const { globals, clock, version } = options;
  const hosts = createHosts(options);
  const { dataDir, log } = hosts;
  const readTimeoutMs = globals.timeout === undefined ? undefined : globals.timeout * 1000;
  const app = createApp(hosts, { readTimeoutMs });
  const { others, close } = await startCore({ core: app, claim, dataDir, version, clock, log });
  const { client, on, readOnly } = app;
  return { client, ownerPid: undefined, readOnly: readOnly && formatText(readOnly.text), on, others, close };
}

/** A core without its database, which was not opened because of `failure`. */
export function coreOfFailedStart(options: CoreOptions, failure: AppError): Core {
  const client = createFailedStart(createHosts(options), failure);
  return { client, ownerPid: undefined, on: () => () => undefined, close: () => Promise.resolve() };
}

function createHosts(options: CoreOptions): Hosts {
  const { globals, clock, environment, version } = options;
  const { dataDir } = globals;
  const file = createFileLog({ dataDir, clock, debug: environment.variables["FLEETDESK_DEBUG"] === "1" });
  const log = globals.verbose ? { ...file, wire: options.trace } : file;
  const certificates = trustExtraCertificates({ dataDir, variables: environment.variables, clock, log });
  for (const { problem } of certificates) if (problem !== undefined) options.notify(formatText(problem));
  const keychain = createDecidedKeychain(openKeychain(options, log));
  return {
    clock,
    log,
    keychain,
    sendMarks: createSendMarks({ dir: stateDir(environment), keychain, log }),
    proxy: createProxyFromEnvironment(environment.variables, globals.proxy),
    machine: readMachine(environment),
    files: createOutFiles(options.out),
    connectivity: createAlwaysOnline(),
    practice: createPracticeHost(options.practiceWorkerUrl),
    about: describeProgram(version, logFileOf(dataDir), { certificates }),
    updates: describeUpdates(false),
    dataDir,
    startStoreThread: options.startStoreThread,
  };
}

/** `--keychain`: the protection of stored tokens. It is opened on first use. */
function openKeychain({ globals: { keychain, dataDir }, clock, environment }: CoreOptions, log: Log): Keychain {
  switch (keychain) {
    case "system":
      return createSystemKeychain({ clock, log });
    case "file":
      return createFileKeychain({
        file: join(dataDir, "keychain.json"),
        passphrase: environment.passphrase,
      });
    case "memory":
      return createMemoryKeychain();
    default:
      return assertNever(keychain);
  }
}
