/** The store in its own thread, with every migration, for a feature without the rest of the core. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../main/core/hosts.ts";
import type { Store } from "../../main/core/store/db.ts";
import { openStore } from "../../main/core/store/open.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { writeMigratedDataDir } from "./database-template.ts";
import { startStoreThread } from "./store-threads.ts";

/** Uses a temporary folder, which is removed when the store is disposed. */
export async function openScratchStore(clock: Clock): Promise<Store & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdesk-store-"));
  writeMigratedDataDir(dataDir, clock);
  const store = await openStore({ dataDir, startThread: startStoreThread, log: createFakeLog(), clock });
  const dispose = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...store, [Symbol.asyncDispose]: dispose };
}
