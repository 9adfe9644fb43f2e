/**
 * The core behind a command: that of the process that owns the data directory, a reader of the cache where that is enough, or a core in
 * this process. The last is most of the program, and is loaded only for the commands that need it.
 */
import type { Contract } from "#shared/contract/index.ts";
import { isAppError } from "#shared/failure.ts";
import { createClient } from "../core/ipc/router.ts";
import { connectToOwner } from "../platform/node/control-client.ts";
import { createOutFiles } from "../platform/node/files.ts";
import { createFileLog } from "../platform/node/log.ts";
import type { Core, CoreOptions } from "./own-core.ts";
import { t } from "./text.ts";
import { usageError } from "./option-values.ts";

export type { Core, CoreOptions };

/**
 * Throws `data-dir-in-use` when the owner cannot be reached, `version-mismatch`, `invalid-usage` for a `--timeout`, a `--proxy` or another
 * `--keychain` that the owner would ignore, and the errors of `lockDataDir` and of opening the store.
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  try {
    return await openUsableCore(options);
  } catch (error) {
    if (!options.worksWithoutDatabase || !isAppError(error) || error.code === "invalid-usage") throw error;
    const { coreOfFailedStart } = await import("./own-core.ts");
    return coreOfFailedStart(options, error);
  }
}

async function openUsableCore(options: CoreOptions): Promise<Core> {
  const core = (await ownerCore(options)) ?? (options.readsCache ? await cacheCore(options) : undefined);
  if (core !== undefined) return core;
  options.prepareStoreThread?.();
  const { openOwnCore } = await import("./own-core.ts");
  return await openOwnCore(options, () => ownerCore(options));
}

const noTopics = (): (() => void) => () => undefined;

/** Undefined when no owner answers: there is none, or it is starting or ending. */
async function ownerCore({ globals, clock, version, notify, out }: CoreOptions): Promise<Core | undefined> {
  const onStarting = (pid: number): void => notify(t(($) => $.cli.program.waitingForStart, { pid }));
  const owner = await connectToOwner(globals.dataDir, { clock, version, onStarting, out });
  if (owner === undefined) return undefined;
  const close = (): Promise<void> => Promise.resolve(owner.close());
  const { pid } = owner;
  const client = createClient<Contract>(owner.call);
  const isOtherKeychain = async (): Promise<boolean> =>
    globals.hasKeychainOption && (await client.keychain.get({})).protection !== globals.keychain;
  try {
    const ignored = [
      globals.proxy !== undefined && t(($) => $.cli.program.proxyIgnored, { pid }),
      globals.timeout !== undefined && t(($) => $.cli.program.timeoutIgnored, { pid }),
      (await isOtherKeychain()) && t(($) => $.cli.program.keychainIgnored, { pid }),
    ].find((sentence) => sentence !== false);
    if (ignored !== undefined) throw usageError(ignored);
  } catch (error) {
    await close();
    throw error;
  }
  if (globals.verbose) notify(t(($) => $.cli.program.verboseElsewhere, { pid }));
  return { client, ownerPid: pid, on: owner.on, close };
}

async function cacheCore({ globals: { dataDir }, clock, out }: CoreOptions): Promise<Core | undefined> {
  const { openReader } = await import("../app/reader.ts");
  const log = createFileLog({ dataDir, clock, debug: false });
  const reader = await openReader({ dataDir, clock, log, files: createOutFiles(out) });
  if (reader === undefined) return undefined;
  const close = (): Promise<void> => Promise.resolve(reader.close());
  return { client: createClient<Contract>(reader.call), ownerPid: undefined, on: noTopics, close };
}
