/** Electron entry: hosts → core → window → transport. The core runs in the main process. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, session } from "electron";
import type { Failure } from "#contract/kit.ts";
import { createApp } from "./app.ts";
import { serveAppScheme } from "./electron/app-protocol.ts";
import { createConnectivity } from "./electron/connectivity.ts";
import { openDesktop } from "./electron/desktop.ts";
import { decidedKeychain, namedDataDir } from "./electron/launch.ts";
import type { LinkInbox } from "./electron/link-inbox.ts";
import { prepareElectron } from "./electron/prepare.ts";
import { createProxy } from "./electron/proxy.ts";
import { confirmRetryStart } from "./electron/questions.ts";
import { createFiles } from "./electron/save-dialog.ts";
import { secureSession } from "./electron/security.ts";
import type { Hosts } from "./hosts.ts";
import { createSystemClock } from "./node/clock.ts";
import { describeProgram } from "./node/about.ts";
import { createSelectableKeychain } from "./node/keychain-choice.ts";
import { makePrivateDir } from "./node/lock.ts";
import { createFileLog } from "./node/log.ts";
import { readMachine } from "./node/machine.ts";
import { createPracticeHost } from "./node/practice-host.ts";
import { defaultDataDir, stateDir, takeEnvironment } from "./node/paths.ts";
import { createProxyFromEnvironment } from "./node/proxy-env.ts";
import { createSendMarks } from "./node/send-mark.ts";
import { createStoreThreads } from "./node/store-threads.ts";
import { reportTlsEnvironment } from "./node/tls-environment.ts";
import { createResidentCore } from "./start-core.ts";

const environment = takeEnvironment();
const { passphrase, variables } = environment;
const clock = createSystemClock();
// The same default as for the command line, so that both use the same directory.
const dataDir = namedDataDir(process.argv, variables, process.cwd()) ?? defaultDataDir(environment);
const debug = variables["FLEETDESK_DEBUG"] === "1";
const trayName = process.platform === "darwin" ? "trayTemplate.png" : "tray.png";
const desktopOptions = {
  preload: fileURLToPath(new URL("./preload/index.cjs", import.meta.url)),
  trayImage: fileURLToPath(new URL(`./${trayName}`, import.meta.url)),
  debug,
};
const log = createFileLog({ dataDir, clock, debug });
reportTlsEnvironment(variables, { log, readsExtraFile: !app.isPackaged });
const logFile = join(dataDir, "logs", "fleetdesk.log");

async function run(links: LinkInbox): Promise<void> {
  secureSession(session.defaultSession, log, debug);
  serveAppScheme(fileURLToPath(new URL("./renderer", import.meta.url)), log);
  const connectivity = createConnectivity(clock);
  const keychain = createSelectableKeychain({ clock, log, dataDir, decided: decidedKeychain(variables), passphrase });
  const hosts: Hosts = {
    clock,
    log,
    keychain,
    sendMarks: createSendMarks({ dir: stateDir(environment), keychain, log }),
    proxy: createProxy(session.defaultSession, variables, createProxyFromEnvironment(variables)),
    machine: readMachine(environment),
    files: createFiles(() => window),
    connectivity,
    practice: createPracticeHost(new URL("./practice-worker.js", import.meta.url)),
    about: describeProgram(app.getVersion(), logFile, `Electron ${process.versions["electron"] ?? "stand-in"}`),
    dataDir,
    startStoreThread: createStoreThreads(new URL("./store-worker.js", import.meta.url)),
  };
  const core = createApp(hosts, { keepAlive: true });
  const confirmRetry = (failure: Failure): Promise<boolean> => confirmRetryStart(failure, logFile);
  const residentCore = createResidentCore({ core, dataDir, version: app.getVersion(), clock, log, confirmRetry });
  const { started, reopen } = residentCore;
  const stop = async (): Promise<void> => {
    connectivity.stop();
    await residentCore.close();
  };
  const window = openDesktop({
    ...desktopOptions,
    clock,
    log,
    connectivity,
    dataDir,
    core,
    links,
    started,
    reopen,
    stop,
  });
  await started;
}

const links = prepareElectron({ dataDir, log, makeDir: makePrivateDir });
if (links === undefined) app.exit(0);
else {
  void app
    .whenReady()
    .then(() => run(links))
    .catch((error: unknown) => {
      log.error("app.failed", {}, error);
      app.exit(1);
    });
}
