/** What must be settled before Electron is ready. */
import { join } from "node:path";
import { app } from "electron";
import type { Log } from "../hosts.ts";
import { declareAppScheme } from "./app-protocol.ts";
import { deepLinkScheme } from "./deep-link.ts";
import { secureContents } from "./security.ts";

export interface PrepareOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly makeDir: (dir: string) => void;
}

/** False when another window has this data directory: it has been told, and this program has nothing to do. */
export function prepareElectron({ dataDir, log, makeDir }: PrepareOptions): boolean {
  declareAppScheme();
  app.enableSandbox();
  secureContents(log);
  app.setAsDefaultProtocolClient(deepLinkScheme);
  try {
    // One window for each data directory, and nothing of Chromium's outside it.
    const profile = join(dataDir, "window");
    makeDir(profile);
    app.setPath("userData", profile);
  } catch (error) {
    // Opening the core fails for the same reason in a moment, and says so to the person.
    log.error("start.no-profile", {}, error);
  }
  return app.requestSingleInstanceLock();
}
