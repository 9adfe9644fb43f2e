/** Electron entry: hosts → core → window → transport. The core runs here, the window is only its face. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, session } from "electron";
import { createApp, type App } from "./app.ts";
import { serveAppScheme } from "./electron/app-protocol.ts";
import { createConnectivity } from "./electron/connectivity.ts";
import { openDesktop } from "./electron/desktop.ts";
import { decidedKeychain, namedDataDir } from "./electron/launch.ts";
import { prepareElectron } from "./electron/prepare.ts";
import { createProxy } from "./electron/proxy.ts";
import { askAfterFailedStart } from "./electron/questions.ts";
import { createFiles } from "./electron/save-dialog.ts";
import { secureSession } from "./electron/security.ts";
import { toFailure } from "./failure.ts";
import { createOutsideCalls, dataDirInUse } from "./ipc/outside-calls.ts";
import { createSystemClock } from "./node/clock.ts";
import { describeProgram } from "./node/about.ts";
import { serveControl } from "./node/control-server.ts";
import { createChosenKeychain } from "./node/keychain-choice.ts";
import { lockDataDir, makePrivateDir, type DataDirLock } from "./node/lock.ts";
import { createFileLog } from "./node/log.ts";
import { readMachine } from "./node/machine.ts";
import { createPracticeHost } from "./node/practice-host.ts";
import { readOwner } from "./node/owner-file.ts";
import { currentEnvironment, defaultDataDir } from "./node/paths.ts";
import { createProxyFromEnvironment } from "./node/proxy-env.ts";

const environment = currentEnvironment();
const { variables } = environment;
const passphrase = variables["FLEETDESK_PASSPHRASE"];
const clock = createSystemClock();
// The same place as the command line's, so that the two meet there.
const dataDir = namedDataDir(process.argv, variables, process.cwd()) ?? defaultDataDir(environment);
const debug = variables["FLEETDESK_DEBUG"] === "1";
const log = createFileLog({ dataDir, clock, debug });
const logFile = join(dataDir, "logs", "fleetdesk.log");

/** Takes the data directory and opens it; asks again for as long as the person wants to try. */
async function startCore(core: App): Promise<() => Promise<void>> {
  for (;;) {
    let lock: DataDirLock | undefined;
    try {
      lock = lockDataDir(dataDir);
      if (lock === undefined) throw dataDirInUse(readOwner(dataDir)?.pid);
      const { release } = lock;
      await core.start();
      const { outside } = createOutsideCalls({ call: core.call, processId: process.pid, lasting: true });
      const control = await serveControl({ dataDir, call: outside, clock, log });
      return async () => {
        await control.close();
        await core.stop();
        release();
      };
    } catch (error) {
      lock?.release();
      log.error("start.failed", {}, error);
      if (!(await askAfterFailedStart(toFailure(error), logFile))) throw error;
    }
  }
}

async function run(): Promise<void> {
  const { defaultSession } = session;
  secureSession(defaultSession, log);
  serveAppScheme(fileURLToPath(new URL("./renderer", import.meta.url)), log);
  const connectivity = createConnectivity(clock);
  const core = createApp({
    clock,
    log,
    keychain: createChosenKeychain({ clock, log, dataDir, decided: decidedKeychain(variables), passphrase }),
    proxy: createProxy(defaultSession, variables, createProxyFromEnvironment(variables)),
    machine: readMachine(environment),
    files: createFiles(() => window),
    connectivity,
    practice: createPracticeHost(new URL("./practice-worker.js", import.meta.url)),
    about: describeProgram(app.getVersion(), logFile, `Electron ${process.versions["electron"] ?? "stand-in"}`),
    dataDir,
    storeWorkerUrl: new URL("./store-worker.js", import.meta.url),
  });
  const starting = startCore(core);
  const started = starting.then(() => undefined);
  const stop = async (): Promise<void> => (await starting)();
  const preload = fileURLToPath(new URL("./preload/index.cjs", import.meta.url));
  const { call, onAny } = core;
  const window = openDesktop({ clock, log, connectivity, dataDir, preload, debug, call, onAny, started, stop });
  await started;
}

if (prepareElectron({ dataDir, log, makeDir: makePrivateDir })) {
  void app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      log.error("app.ended-by-failure", {}, error);
      app.exit(1);
    });
} else app.exit(0);
