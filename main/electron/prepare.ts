/** What must be settled before Electron is ready. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import type { Log } from "../hosts.ts";
import { declareAppScheme } from "./app-protocol.ts";
import { deepLinkScheme } from "./deep-link.ts";
import { createLinkInbox, type LinkInbox } from "./link-inbox.ts";
import { secureContents } from "./security.ts";

export interface PrepareOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly makeDir: (dir: string) => void;
}

/** Undefined when another window has this data directory: it has been told, and this program has nothing to do. */
export function prepareElectron({ dataDir, log, makeDir }: PrepareOptions): LinkInbox | undefined {
  // What is thrown where nobody catches it ends the program as it always does, but not without a trace.
  process.on("uncaughtExceptionMonitor", (error) => log.error("app.uncaught", {}, error));
  declareAppScheme();
  app.enableSandbox();
  secureContents(app, log);
  // A developer's Electron does not become the system's handler of our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme);
  const links = createLinkInbox(app, process.argv);
  try {
    // One window for each data directory, and nothing of Chromium's outside it.
    const profile = join(dataDir, "window");
    for (const dir of [dataDir, profile]) makeDir(dir);
    requireSpace(profile);
    app.setPath("userData", profile);
  } catch (error) {
    // The core meets the same obstacle in a moment, and says so to the person.
    log.error("start.no-profile", {}, error);
    useTemporaryProfile(log);
  }
  return app.requestSingleInstanceLock() ? links : undefined;
}

/** What Chromium needs to begin a profile: it ends the program without a word where it cannot take the lock of its profile. */
const probeBytes = 64 * 1024;

function requireSpace(profile: string): void {
  const probe = join(profile, "probe");
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Of this run alone, and deleted with it: half-written texts are kept in a profile. */
function useTemporaryProfile(log: Log): void {
  try {
    const profile = mkdtempSync(join(tmpdir(), "fleetdesk-window-"));
    app.setPath("userData", profile);
    process.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  } catch (error) {
    log.error("start.no-temporary-profile", {}, error);
  }
}
