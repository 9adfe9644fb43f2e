/** Opens the database of a data directory in its own thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { existsSync, statSync } from "node:fs";
import { chmod, open, stat } from "node:fs/promises";
import { join, dirname } from "node:path";
import { AppError, fromFailure, isAppError, toFailure } from "#shared/failure.ts";
import type { Clock, Log, StartStoreThread, StoreThread } from "../hosts.ts";
import { runFileTask, startBackgroundCheck } from "./background-check.ts";
import type { Store, QueryModule, StoreClient } from "./db.ts";
import type {
  Greeting,
  ReadOnlyReason,
  ReadyInfo,
  WireFailure,
  WorkerTask,
  CallMessage,
  ReplyMessage,
  RequestMessage,
} from "./messages.ts";
import { completeReplacement } from "./replacement.ts";
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
 * Throws `data-dir-read-only`, `disk-full`, `database-corrupt`, `database-from-future`, `restore-interrupted` or `database-error`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const file = join(options.dataDir, databaseName);
  rejectEmptied(file);
  const { readOnly } = options;
  if (readOnly === undefined) {
    if (!completeReplacement(file))
      throw new AppError("restore-interrupted", codedText("restore-interrupted", { file }));
    await restrictAccess(file);
  }
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
    check: async (signal) => {
      try {
        return await runFileTask(options.startThread, { kind: "check", file }, signal);
      } catch (error) {
        if (!isAppError(error)) throw error;
        report(options, toFailure(error));
        return error;
      }
    },
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

// Detects that a data directory or its database was deleted, or replaced by a copy, while it is open.

/** Call while the database is open; the returned function throws "data-dir-gone" once the path leads to another file. */
async function watchDataDir(file: string): Promise<() => Promise<void>> {
  const paths = [dirname(file), file];
  const before = await Promise.all(paths.map(identify));
  return async () => {
    for (const [index, path] of paths.entries()) {
      const identity = await identify(path);
      if (identity === undefined || identity === before[index]) continue;
      throw new AppError("data-dir-gone", codedText("data-dir-gone", { directory: dirname(file) }));
    }
  };
}

const goneCodes: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR"]);

/** Undefined where the file system does not respond: that alone replaces nothing, and writes fail on their own. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    return goneCodes.has((error as NodeJS.ErrnoException).code) ? "gone" : undefined;
  }
}

// The main thread's side: calls are sent as messages and answered in order.
// Invariants: every call is resolved or rejected exactly once; after a crash or an end of the thread no call hangs.

interface Runner {
  use<Q extends QueryModule>(name: string): StoreClient<Q>;
  /** Waits for pending calls, then closes the database and ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** `worker` has reported ready. `onFailure` gets every failure of the database itself, in addition to the caller. */
function createRunner(worker: StoreThread, onFailure: (failure: WireFailure) => void): Runner {
  const pending = new Map<number, Pending>();
  let outbox: CallMessage[] = [];
  let lastId = 0;
  let ended: AppError | undefined;
  let closing: Promise<void> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: RequestMessage): void => worker.postMessage(message);
  const flush = (): void => {
    const calls = outbox;
    outbox = [];
    if (calls.length > 0 && ended === undefined) send({ calls });
  };
  const end = (error: AppError): void => {
    ended ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const call = (module: string, name: string, args: readonly unknown[]): Promise<unknown> => {
    if (ended !== undefined) return Promise.reject(ended);
    if (closing !== undefined) return Promise.reject(closedError());
    const id = ++lastId;
    if (outbox.length === 0) queueMicrotask(flush);
    outbox.push([id, module, name, args]);
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  };
  worker.on("message", (reply: ReplyMessage) => {
    const pendingCall = pending.get(reply.id);
    pending.delete(reply.id);
    if ("failure" in reply) {
      onFailure(reply.failure);
      pendingCall?.reject(fromFailure(reply.failure));
    } else pendingCall?.resolve(reply.value);
  });
  worker.on("error", (error: Error) =>
    end(
      new AppError("database-error", codedText("database-thread-stopped", { reason: error.message }), { cause: error }),
    ),
  );
  worker.on("exit", () => end(closedError()));

  return {
    use: <Q extends QueryModule>(name: string) => clientOf<Q>((query, args) => call(name, query, args)),
    close: () => {
      closing ??= new Promise<void>((resolve, reject) => {
        if (ended !== undefined) {
          reject(ended);
          return;
        }
        flush();
        worker.once("exit", () => resolve());
        pending.set(0, { resolve: () => undefined, reject });
        send({ close: true });
      });
      return closing;
    },
  };
}

function closedError(): AppError {
  return new AppError("database-closed", codedText("database-closed"));
}

/** A proxy whose every property is a call with that name; functions are created once. */
function clientOf<Q extends QueryModule>(
  call: (query: string, args: readonly unknown[]) => Promise<unknown>,
): StoreClient<Q> {
  const cachedCalls = new Map<string, (...args: unknown[]) => Promise<unknown>>();
  return new Proxy({} as StoreClient<Q>, {
    get: (_target, property) => {
      // An object with a `then` would be treated as a promise when it is awaited or returned.
      if (typeof property !== "string" || property === "then") return undefined;
      const existing = cachedCalls.get(property);
      if (existing !== undefined) return existing;
      const callQuery = (...args: unknown[]): Promise<unknown> => call(property, args);
      cachedCalls.set(property, callQuery);
      return callQuery;
    },
  });
}
