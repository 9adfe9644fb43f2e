/**
 * Starts the core of this process over a data directory, for the window and the command line: it owns the directory and serves other
 * processes. Where nothing can be written it owns nothing, and saved data can be read.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "#shared/contract/kit.ts";
import { type App, databaseName, type ReadOnlyReason } from "./create-app.ts";
import { AppError, fromFailure, isAppError, toFailure } from "#shared/failure.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock, Log } from "../core/hosts.ts";
import { dataDirInUse, withCallerFiles } from "../core/ipc/outside-calls.ts";
import { serveControl } from "../platform/node/control-server.ts";
import { type DataDirLock, lockDataDir, readOwner } from "../platform/node/lock.ts";

/** The lock of the data directory, or why it cannot be written. */
export type Claim = DataDirLock | Unwritable;

interface Unwritable {
  readonly code: ReadOnlyReason;
  readonly text: CodedText;
}

/** Undefined when another process owns the directory. Throws the errors of `lockDataDir` where there is no database to read. */
export function claimDataDir(dataDir: string): Claim | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    return unwritable(dataDir, error);
  }
}

/** `error`, if it only prevents writing and a database exists; otherwise throws it. */
function unwritable(dataDir: string, error: unknown): Unwritable {
  if (isAppError(error) && existsSync(join(dataDir, databaseName))) {
    const { code } = error;
    if (code === "data-dir-read-only" || code === "disk-full") return { code, text: error.text };
  }
  throw error;
}

export interface StartCoreOptions {
  readonly core: App;
  readonly claim: Claim;
  readonly dataDir: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OtherProcesses {
  readonly count: () => number;
  /** Resolves when there is none, or when aborted. */
  readonly ended: (signal: AbortSignal) => Promise<void>;
}

export interface StartedCore {
  /** False: another process may take the directory. */
  readonly ownsDataDir: boolean;
  /** The other processes that use this core. */
  readonly others: OtherProcesses;
  /** Ends the core and releases the data directory. */
  readonly close: () => Promise<void>;
}

/** Starts the core; `core.readOnly` says whether it can write. Throws why it could not be started; nothing is left open then. */
export async function startCore({ core, claim, dataDir, ...rest }: StartCoreOptions): Promise<StartedCore> {
  const opened: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) {
      try {
        await last();
      } catch (error) {
        await close();
        throw error;
      }
    }
  };
  let readOnly = "code" in claim ? claim.code : undefined;
  let open = (): void => undefined;
  let others: OtherProcesses = { count: () => 0, ended: () => Promise.resolve() };
  try {
    if ("release" in claim) {
      opened.push(async () => claim.release());
      opened.push(() => core.stop());
      try {
        // Before the start, which may take minutes: callers wait here instead of trying the address of a former owner.
        const control = await serveControl({
          ...rest,
          dataDir,
          call: (address, input, signal, files) => withCallerFiles(files, () => core.call(address, input, signal)),
          onTopic: core.onAny,
        });
        opened.push(() => control.close());
        open = () => control.open();
        others = { count: () => control.callers(), ended: (signal) => control.idle(signal) };
      } catch (error) {
        // Other processes could not reach this one, so it must not own the directory.
        readOnly = unwritable(dataDir, error).code;
        await close();
      }
    }
    if (readOnly !== undefined) opened.push(() => core.stop());
    await core.start(readOnly);
    open();
  } catch (error) {
    await close();
    throw error;
  }
  return { ownsDataDir: readOnly === undefined, others, close };
}

export interface ResidentCoreOptions extends Omit<StartCoreOptions, "claim"> {
  /** A start has failed: true to try again. */
  readonly confirmRetry: (failure: Failure) => Promise<boolean>;
}

/** The core of a long-lived process. */
export interface ResidentCore {
  /** Rejects with the failure of the start, once a retry was declined. */
  readonly started: Promise<void>;
  /**
   * Opens the data directory for writing, after it could only be read; does nothing where it is already writable. Throws `disk-full`,
   * `data-dir-read-only`, `data-dir-in-use`, or the errors of a start; the data can be read again then. Also opens the database that could
   * not be opened after it was replaced; throws why it still cannot.
   */
  readonly reopen: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createResidentCore({ confirmRetry, ...options }: ResidentCoreOptions): ResidentCore {
  const { core, dataDir, log } = options;
  const claimOrThrow = (): Claim => {
    const claim = claimDataDir(dataDir);
    if (claim === undefined) throw dataDirInUse(readOwner(dataDir)?.pid);
    return claim;
  };
  const startWithRetry = async (): Promise<StartedCore> => {
    for (;;) {
      try {
        return await startCore({ ...options, claim: claimOrThrow() });
      } catch (error) {
        log.error("start.failed", {}, error);
        if (!(await confirmRetry(toFailure(error)))) throw error;
      }
    }
  };
  let started = startWithRetry();
  let reopening: Promise<void> | undefined;

  const reopen = async (): Promise<void> => {
    const { ownsDataDir, close } = await started;
    if (core.closed !== undefined) return await core.start();
    const failure = core.readOnly;
    if (failure === undefined) return;
    try {
      if (ownsDataDir) await core.start();
      else {
        const claim = claimOrThrow();
        if ("code" in claim) throw new AppError(claim.code, claim.text);
        const next = await startCore({ ...options, claim });
        started = Promise.resolve(next);
      }
    } catch (error) {
      log.error("start.reopen-failed", {}, error);
      if (core.readOnly === undefined) {
        // The cache can be browsed again.
        await close();
        const next = await startCore({
          ...options,
          claim: { code: failure.code as ReadOnlyReason, text: failure.text },
        });
        started = Promise.resolve(next);
      }
      throw error;
    }
    const { readOnly } = core;
    if (readOnly !== undefined) throw fromFailure(readOnly);
    log.info("start.reopened");
  };
  return {
    started: started.then(() => undefined),
    reopen: () => {
      reopening ??= reopen().finally(() => {
        reopening = undefined;
      });
      return reopening;
    },
    close: async () => {
      await reopening?.catch(() => undefined);
      const { close } = await started;
      await close();
    },
  };
}
