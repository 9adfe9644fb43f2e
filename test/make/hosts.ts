/** Hosts of a core under test: real ones where they work in a test, otherwise stubs. */
import { dirname, join } from "node:path";
import type { Hosts } from "../../main/core/hosts.ts";
import { describeProgram } from "../../main/platform/node/about.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import { createAlwaysOnline } from "../../main/platform/node/connectivity.ts";
import { createOutFiles } from "../../main/platform/node/files.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../main/platform/node/keychain-choice.ts";
import { createPracticeHost } from "../../main/platform/node/practice-host.ts";
import { createSendMarks } from "../../main/platform/node/send-mark.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { startStoreThread } from "./store-threads.ts";
import { practiceWorkerUrl } from "./thread-urls.ts";

/**
 * The state directory of the computer that data directories in one folder belong to; outside of them, so that it is not copied with them.
 */
export function stateDirOf(dataDir: string): string {
  return join(dirname(dataDir), "state");
}

/** Defaults: memory keychain, direct network, no file dialogs. */
export function makeHosts(dataDir: string, overrides: Partial<Hosts> = {}): Hosts {
  const { log = createFakeLog(), keychain = createDecidedKeychain(createMemoryKeychain()) } = overrides;
  return {
    clock: createSystemClock(),
    log,
    keychain,
    sendMarks: createSendMarks({ dir: stateDirOf(dataDir), keychain, log }),
    proxy: { resolve: () => Promise.resolve(undefined) },
    machine: { machineId: "machine", processId: process.pid, instanceId: "instance" },
    files: createOutFiles(() => undefined),
    connectivity: createAlwaysOnline(),
    practice: createPracticeHost(practiceWorkerUrl),
    about: describeProgram("0.0.0", ""),
    updates: { platform: "linux", arch: "x64", inPlace: false },
    dataDir,
    startStoreThread,
    ...overrides,
  };
}
