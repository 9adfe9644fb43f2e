/** Everything that has to happen before Electron is ready. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import type { Log } from "../../core/hosts.ts";
import { declareAppScheme } from "./app-protocol.ts";
import { deepLinkScheme, createLinkInbox, type LinkInbox } from "./deep-link.ts";
import { secureContents } from "./security.ts";

export interface PrepareOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly makeDir: (dir: string) => void;
}

/** Undefined when another window has this data directory: it was notified, and this process ends. */
export function prepareElectron({ dataDir, log, makeDir }: PrepareOptions): LinkInbox | undefined {
  // An uncaught error still ends the program, but is logged first.
  process.on("uncaughtExceptionMonitor", (error) => log.error("app.uncaught", {}, error));
  declareAppScheme();
  app.enableSandbox();
  secureContents(app, log);
  // A developer's Electron does not become the system's handler of our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme);
  const links = createLinkInbox(app, process.argv);
  try {
    // One window for each data directory, and none of Chromium's files outside of it.
    const profile = join(dataDir, "window");
    for (const dir of [dataDir, profile]) makeDir(dir);
    requireSpace(profile);
    app.setPath("userData", profile);
  } catch (error) {
    // The core fails in the same way a moment later, and reports it to the operator.
    log.error("start.no-profile", {}, error);
    useTemporaryProfile(log);
  }
  return app.requestSingleInstanceLock() ? links : undefined;
}

/** What Chromium needs to create a profile: it exits without a message where it cannot lock its profile. */
const probeBytes = 64 * 1024;

function requireSpace(profile: string): void {
  const probe = join(profile, "probe");
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Deleted at the end of this run: a profile stores half-written texts. */
function useTemporaryProfile(log: Log): void {
  try {
    const profile = mkdtempSync(join(tmpdir(), "fleetdesk-window-"));
    app.setPath("userData", profile);
    process.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  } catch (error) {
    log.error("start.no-temporary-profile", {}, error);
  }
}
