/** The core behind a command: our own when the data directory is free, else the one of the process that owns it. */
import type { FleetClient, Treaty } from "#contract/index.ts";
import { treaty } from "#contract/index.ts";
import { createApp } from "../app.ts";
import type { Clock, StartStoreThread } from "../hosts.ts";
import { createOutsideCalls, dataDirInUse } from "../ipc/outside-calls.ts";
import { createClient } from "../ipc/router.ts";
import type { On, TopicPayloads } from "../ipc/topics.ts";
import { describeProgram } from "../node/about.ts";
import { createAlwaysOnline } from "../node/connectivity.ts";
import { connectToOwner } from "../node/control-client.ts";
import { serveControl } from "../node/control-server.ts";
import { createOutFiles } from "../node/files.ts";
import { createDecidedKeychain } from "../node/keychain-decided.ts";
import { lockDataDir, type DataDirLock } from "../node/lock.ts";
import { createFileLog, logFileOf } from "../node/log.ts";
import { readMachine } from "../node/machine.ts";
import type { Environment } from "../node/paths.ts";
import { createPracticeHost } from "../node/practice-host.ts";
import { createProxyFromEnvironment } from "../node/proxy-env.ts";
import { sleep } from "../wait.ts";
import type { Globals } from "./globals.ts";
import { openKeychain } from "./keychain.ts";

export interface Core {
  readonly client: FleetClient;
  /** Set when another process owns the data directory and answers for us. */
  readonly ownerPid: number | undefined;
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
  /** Where a command writes what it exports, from its --out. */
  readonly out: () => string | undefined;
}

const attempts = 20;
const betweenAttemptsMs = 100;

/** Throws `data-dir-in-use` when the owner cannot be reached, and what `lockDataDir` and opening the store throw. */
export async function openCore(options: CoreOptions): Promise<Core> {
  // An owner that is starting has no ear yet, one that is ending has none any more: both pass.
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const lock = lockDataDir(options.globals.dataDir);
    if (lock !== undefined) return await ownCore(options, lock);
    const owner = await connectToOwner(options.globals.dataDir, options.clock);
    if (owner !== undefined) {
      const close = (): Promise<void> => Promise.resolve(owner.close());
      return { client: createClient(treaty, owner.call), ownerPid: owner.pid, on: () => () => undefined, close };
    }
    await sleep(options.clock, betweenAttemptsMs);
  }
  throw dataDirInUse(undefined);
}

async function ownCore(options: CoreOptions, lock: DataDirLock): Promise<Core> {
  const { globals, clock, environment } = options;
  const { dataDir } = globals;
  const log = createFileLog({ dataDir, clock, debug: environment.variables["FLEETDESK_DEBUG"] === "1" });
  const app = createApp({
    clock,
    log,
    keychain: createDecidedKeychain(openKeychain(globals, { clock, log, environment })),
    proxy: createProxyFromEnvironment(environment.variables),
    machine: readMachine(environment),
    files: createOutFiles(options.out),
    connectivity: createAlwaysOnline(),
    practice: createPracticeHost(options.practiceWorkerUrl),
    about: describeProgram(options.version, logFileOf(dataDir)),
    dataDir,
    startStoreThread: options.startStoreThread,
  });
  const release = async (): Promise<void> => {
    try {
      await app.stop();
    } finally {
      lock.release();
    }
  };
  try {
    await app.start();
    const calls = createOutsideCalls({ call: app.call, processId: process.pid, lasting: false });
    const control = await serveControl({ dataDir, call: calls.outside, clock, log });
    const close = async (): Promise<void> => {
      try {
        await control.close();
      } finally {
        await release();
      }
    };
    return { client: createClient(treaty, calls.inside), ownerPid: undefined, on: app.on, close };
  } catch (error) {
    await release();
    throw error;
  }
}
