/** The core behind a command: our own when the data directory is free, else the one of the process that owns it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FleetClient, Treaty } from "#contract/index.ts";
import { treaty } from "#contract/index.ts";
import { createApp, databaseName } from "../app.ts";
import { isAppError } from "../failure.ts";
import type { Clock, StartStoreThread } from "../hosts.ts";
import { createOutsideCalls, dataDirInUse } from "../ipc/outside-calls.ts";
import { createClient } from "../ipc/router.ts";
import type { On, TopicPayloads } from "../ipc/topics.ts";
import { describeProgram } from "../node/about.ts";
import { createAlwaysOnline } from "../node/connectivity.ts";
import { connectToOwner } from "../node/control-client.ts";
import { serveControl, type ControlServer } from "../node/control-server.ts";
import { createOutFiles } from "../node/files.ts";
import { createDecidedKeychain } from "../node/keychain-decided.ts";
import { lockDataDir, type DataDirLock } from "../node/lock.ts";
import { createFileLog, logFileOf } from "../node/log.ts";
import { readMachine } from "../node/machine.ts";
import { stateDir, type Environment } from "../node/paths.ts";
import { createPracticeHost } from "../node/practice-host.ts";
import { createProxyFromEnvironment } from "../node/proxy-env.ts";
import { createSendMarks } from "../node/send-mark.ts";
import { sleep } from "../wait.ts";
import type { Globals } from "./globals.ts";
import { openKeychain } from "./keychain.ts";
import { reportTlsEnvironment } from "../node/tls-environment.ts";

export interface Core {
  readonly client: FleetClient;
  /** Set when another process owns the data directory and answers for us. */
  readonly ownerPid: number | undefined;
  /** Why nothing can be changed or sent, as whole sentences. */
  readonly readOnly?: string | undefined;
  /** Topics of our own core; silent when another process answers. */
  readonly on: On<TopicPayloads<Treaty>>;
  close(): Promise<void>;
}

export interface CoreOptions {
  readonly globals: Globals;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly startStoreThread: StartStoreThread;
  readonly practiceWorkerUrl: URL;
  readonly version: string;
  /** Says why nothing happens yet. */
  readonly notify: (sentence: string) => void;
  /** Where a command writes what it exports, from its --out. */
  readonly out: () => string | undefined;
}

/** How long an owner is waited for that holds the lock and does not answer. */
const patienceMs = 10_000;
const noticeMs = 2000;
const betweenAttemptsMs = 100;

/** Throws `data-dir-in-use` when the owner cannot be reached, `version-mismatch`, and what `lockDataDir` and opening the store throw. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { clock, version, notify } = options;
  const { dataDir } = options.globals;
  const onStarting = (pid: number): void => notify(`Waiting for Fleetdesk process ${pid}, which is starting.`);
  const startedMs = clock.monotonic();
  // An owner that is about to listen cannot be reached yet, one that is ending no longer: both pass.
  for (let notified = false; ;) {
    const waitedMs = clock.monotonic() - startedMs;
    const lock = lockOrRead(dataDir);
    if (lock !== undefined) return await ownCore(options, lock);
    const owner = await connectToOwner(dataDir, { clock, version, onStarting });
    if (owner !== undefined) {
      const close = (): Promise<void> => Promise.resolve(owner.close());
      return { client: createClient(treaty, owner.call), ownerPid: owner.pid, on: () => () => undefined, close };
    }
    if (waitedMs >= patienceMs) throw dataDirInUse(undefined);
    if (waitedMs >= noticeMs && !notified) {
      notify("Waiting for another Fleetdesk process, which is using the data directory.");
      notified = true;
    }
    await sleep(clock, betweenAttemptsMs);
  }
}

/** Where nothing can be written there is no lock either: then what is there is read. */
function lockOrRead(dataDir: string): DataDirLock | "read-only" | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (isReadable(dataDir, error)) return "read-only";
    throw error;
  }
}

/** Whether `error` only says that nothing can be written, and a database is there. */
function isReadable(dataDir: string, error: unknown): boolean {
  const unwritable = isAppError(error, "data-dir-read-only") || isAppError(error, "disk-full");
  return unwritable && existsSync(join(dataDir, databaseName));
}

async function ownCore(options: CoreOptions, lock: DataDirLock | "read-only"): Promise<Core> {
  const { globals, clock, environment } = options;
  const { dataDir } = globals;
  const log = createFileLog({ dataDir, clock, debug: environment.variables["FLEETDESK_DEBUG"] === "1" });
  reportTlsEnvironment(environment.variables, { log, readsExtraFile: true });
  const keychain = createDecidedKeychain(openKeychain(globals, { clock, log, environment }));
  const hosts = {
    clock,
    log,
    keychain,
    sendMarks: createSendMarks({ dir: stateDir(environment), keychain, log }),
    proxy: createProxyFromEnvironment(environment.variables),
    machine: readMachine(environment),
    files: createOutFiles(options.out),
    connectivity: createAlwaysOnline(),
    practice: createPracticeHost(options.practiceWorkerUrl),
    about: describeProgram(options.version, logFileOf(dataDir)),
    dataDir,
    startStoreThread: options.startStoreThread,
  };
  const { timeout } = globals;
  const readTimeoutMs = timeout === undefined ? undefined : timeout * 1000;
  const app = createApp(hosts, { readTimeoutMs, readOnly: lock === "read-only" });
  let control: ControlServer | undefined;
  const release = async (): Promise<void> => {
    try {
      await app.stop();
    } finally {
      if (lock !== "read-only") lock.release();
    }
  };
  const close = async (): Promise<void> => {
    try {
      await control?.close();
    } finally {
      await release();
    }
  };
  try {
    const calls = createOutsideCalls({ call: app.call, processId: process.pid, lasting: false });
    // Before the start, which may take minutes: who calls meanwhile waits here instead of believing the note of a former owner.
    if (lock !== "read-only") {
      control = await serveControl({ dataDir, version: options.version, call: calls.outside, clock, log });
    }
    await app.start();
    control?.open();
    const { readOnly } = app;
    return { client: createClient(treaty, calls.inside), ownerPid: undefined, readOnly, on: app.on, close };
  } catch (error) {
    await close();
    // The way to this process could not be written down.
    const noControl = control === undefined && lock !== "read-only";
    if (noControl && isReadable(dataDir, error)) return await ownCore(options, "read-only");
    throw error;
  }
}
