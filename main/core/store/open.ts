/** Opens the database of a data directory in its own thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { existsSync, statSync } from "node:fs";
import { chmod, open } from "node:fs/promises";
import { join } from "node:path";
import { AppError, fromFailure } from "#shared/failure.ts";
import type { Clock, Log, StartStoreThread, StoreThread } from "../hosts.ts";
import { startBackgroundCheck } from "./background-check.ts";
import { watchDataDir } from "./data-dir-watch.ts";
import type { Store } from "./db.ts";
import type { Greeting, ReadOnlyReason, ReadyInfo, WireFailure, WorkerTask } from "./messages.ts";
import { createRunner } from "./runner.ts";
import { corruptError, readOnlyError } from "./store-error.ts";

export interface OpenStoreOptions {
  /** Absolute path; created when it is missing. The caller owns its lock. */
  readonly dataDir: string;
  readonly startThread: StartStoreThread;
  readonly log: Log;
  readonly clock: Clock;
  /** Why the directory has no lock: the database is read, and nothing is written. */
  readonly readOnly?: ReadOnlyReason;
  /** Called when a query or the background check detects damage. */
  readonly onCorrupt?: (error: AppError) => void;
}

/** Name of the database inside the data directory. */
export const databaseName = "fleetdesk.db";

/**
 * A ready store: migrated, and checked when the last end was not clean. Where nothing can be written, a database of this
 * version is opened read-only.
 * Throws `data-dir-read-only`, `disk-full`, `database-corrupt`, `database-from-future` or `database-error`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const file = join(options.dataDir, databaseName);
  rejectEmptied(file);
  const { readOnly } = options;
  if (readOnly === undefined) await restrictAccess(file);
  const task: WorkerTask = { kind: "serve", file, nowMs: options.clock.now(), readOnly };
  const worker = options.startThread(task, "fleetdesk-store");
  const info = await greeting(worker);
  logReady(options.log, info);
  const runner = createRunner(worker, (failure) => report(options, failure));
  const requireInPlace = await watchDataDir(file);
  const check = startBackgroundCheck({
    file,
    startThread: options.startThread,
    log: options.log,
    clock: options.clock,
    // The result of a check could not be saved.
    checkedNow: info.checked || info.migratedFrom === 0 || info.readOnly !== undefined,
    onCorrupt: (failure) => report(options, failure),
  });
  return {
    use: (name) => runner.use(name),
    requireInPlace,
    readOnly: info.readOnly === undefined ? undefined : readOnlyError(info.readOnly, file),
    close: async () => {
      await check.stop();
      await runner.close();
    },
  };
}

/** A used database that is empty now was destroyed; starting over with it would hide the loss. */
function rejectEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === 0 && existsSync(`${file}-checked`)) throw corruptError(file, "it is empty");
}

/** Only the owner may read the fleet and its messages. SQLite gives new side files the permissions of the database. */
async function restrictAccess(file: string): Promise<void> {
  try {
    await (await open(file, "a", 0o600)).close();
    const sides = ["", "-wal", "-shm", "-open", "-checked"].map((side) => file + side);
    await Promise.all(sides.filter(existsSync).map((path) => chmod(path, 0o600)));
  } catch {
    // The thread fails in the same way and reports why the file cannot be created.
  }
}

function greeting(worker: StoreThread): Promise<ReadyInfo> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(
        new AppError("database-error", codedText("database-thread-not-started", { reason: error.message }), {
          cause: error,
        }),
      );
    const exited = (): void => reject(new AppError("database-error", codedText("database-thread-ended")));
    worker.once("error", failed);
    worker.once("exit", exited);
    worker.once("message", (first: Greeting) => {
      worker.off("error", failed);
      worker.off("exit", exited);
      if (first.kind === "ready") resolve(first.info);
      else reject(fromFailure(first.failure));
    });
  });
}

function logReady(log: Log, info: ReadyInfo): void {
  if (info.readOnly !== undefined) log.warn("store.read-only", { reason: info.readOnly });
  if (info.checked) log.warn("store.unclean-end", { checked: true, suspicion: info.suspicion });
  if (info.migratedFrom !== undefined)
    log.info("store.migrated", { from: info.migratedFrom, to: info.version, backup: info.backup });
}

function report(options: OpenStoreOptions, failure: WireFailure): void {
  if (failure.code !== "database-corrupt") return;
  const error = fromFailure(failure);
  options.log.error("store.corrupt", { code: failure.code, message: formatText(failure.text) }, error);
  options.onCorrupt?.(error);
}
