/** Electron entry: hosts → core → window → transport. The core runs in the main process. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, session } from "electron";
import type { Failure } from "#shared/contract/kit.ts";
import { fromFailure } from "#shared/failure.ts";
import { createApp } from "./app/create-app.ts";
import { createFailedStart } from "./app/failed-start.ts";
import { serveAppScheme } from "./platform/electron/app-protocol.ts";
import { createConnectivity } from "./platform/electron/connectivity.ts";
import { openDesktop } from "./platform/electron/desktop.ts";
import { decidedKeychain, namedDataDir } from "./platform/electron/launch.ts";
import { prepareElectron } from "./platform/electron/prepare.ts";
import type { LinkInbox } from "./platform/electron/deep-link.ts";
import { createProxy } from "./platform/electron/proxy.ts";
import { confirmRetryStart } from "./platform/electron/questions.ts";
import { createFiles } from "./platform/electron/save-dialog.ts";
import { secureSession } from "./platform/electron/security.ts";
import { canUpdateInPlace } from "./platform/electron/updater.ts";
import type { Hosts } from "./core/hosts.ts";
import { createSystemClock } from "./platform/node/clock.ts";
import { describeProgram, describeUpdates } from "./platform/node/about.ts";
import { createSelectableKeychain } from "./platform/node/keychain-choice.ts";
import { makePrivateDir } from "./platform/node/lock.ts";
import { createFileLog } from "./platform/node/log.ts";
import { readMachine } from "./platform/node/machine.ts";
import { createPracticeHost } from "./platform/node/practice-host.ts";
import { defaultDataDir, stateDir, takeEnvironment } from "./platform/node/paths.ts";
import { createProxyFromEnvironment } from "./platform/node/proxy-env.ts";
import { createSendMarks } from "./platform/node/send-mark.ts";
import { createStoreThreads } from "./platform/node/store-threads.ts";
import { trustExtraCertificates } from "./platform/node/tls-environment.ts";
import { collectWhenIdle, limitYoungGeneration } from "./platform/node/v8-memory.ts";
import { createResidentCore } from "./app/start-core.ts";

limitYoungGeneration();
const environment = takeEnvironment();
const { passphrase, variables } = environment;
const clock = createSystemClock();
collectWhenIdle(clock);
// The same default as for the command line, so that both use the same directory.
const named = namedDataDir(process.argv, variables, process.cwd());
const dataDir = named ?? defaultDataDir(environment);
const debug = variables["FLEETDESK_DEBUG"] === "1";
const trayName = process.platform === "darwin" ? "trayTemplate.png" : "tray.png";
const desktopOptions = {
  preload: fileURLToPath(new URL("./preload/index.cjs", import.meta.url)),
  trayImage: fileURLToPath(new URL(`./${trayName}`, import.meta.url)),
  badgeImage: fileURLToPath(new URL("./badge.png", import.meta.url)),
  debug,
};
const log = createFileLog({ dataDir, clock, debug });
const certificates = trustExtraCertificates({ dataDir, variables, clock, log });
const logFile = join(dataDir, "logs", "fleetdesk.log");

async function run(links: LinkInbox): Promise<void> {
  secureSession(session.defaultSession, log, debug);
  serveAppScheme(fileURLToPath(new URL("./renderer", import.meta.url)), log);
  const connectivity = createConnectivity(clock);
  const keychain = createSelectableKeychain({ clock, log, dataDir, decided: decidedKeychain(variables), passphrase });
  // An installed update starts without arguments, so with the default data directory.
  const inPlace =
    named === undefined &&
    canUpdateInPlace({
      isPackaged: app.isPackaged,
      platform: process.platform,
      variables,
      resourcesPath: process.resourcesPath,
    });
  const updates = describeUpdates(inPlace);
  const hosts: Hosts = {
    clock,
    log,
    keychain,
    sendMarks: createSendMarks({ dir: stateDir(environment), keychain, log }),
    proxy: createProxy(session.defaultSession, clock, variables, createProxyFromEnvironment(variables)),
    machine: readMachine(environment),
    files: createFiles(() => window, links.takeFile),
    connectivity,
    practice: createPracticeHost(new URL("./practice-worker.js", import.meta.url)),
    about: describeProgram(app.getVersion(), logFile, {
      runtime: `Electron ${process.versions["electron"] ?? "stand-in"}`,
      certificates,
    }),
    updates,
    dataDir,
    startStoreThread: createStoreThreads(new URL("./store-worker.js", import.meta.url)).start,
  };
  const core = createApp(hosts, { keepAlive: true });
  const confirmRetry = (failure: Failure): Promise<boolean> =>
    confirmRetryStart(failure, logFile, createFailedStart(hosts, fromFailure(failure)).diagnostics);
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
    updates,
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
