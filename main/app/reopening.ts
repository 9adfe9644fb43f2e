/**
 * The open core of an app: opens it, opens it again over another database, and ends it.
 *
 * Invariants
 * - Once `stop` has returned, nothing has the database open and no work on a closed database continues, so that the lock of the data
 *   directory can be released.
 * - Of several errors the first one is thrown; calls to a core that could not be opened again are answered with the reason.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { type AppError, fromFailure, toFailure } from "#shared/failure.ts";
import type { Log, ProxyResolver } from "../core/hosts.ts";
import type { Call } from "../core/ipc/router.ts";
import type { ReadOnlyReason } from "../core/store/messages.ts";
import type { AppContext } from "./features.ts";

export interface Running {
  readonly call: Call;
  readonly readOnly: AppError | undefined;
  readonly proxy: ProxyResolver;
  woke(): void;
  stop(): Promise<void>;
}

export interface Reopening extends Pick<AppContext, "whileClosed"> {
  readonly running: Running | undefined;
  /** Why nothing is running, if it could not be opened. */
  readonly closed: Failure | undefined;
  readonly call: Call;
  start(readOnly: ReadOnlyReason | undefined): Promise<void>;
  stop(): Promise<void>;
}

const notStarted: Failure = { code: "not-started", text: codedText("not-started") };

export function createReopening(
  log: Log,
  openCore: (readOnly: ReadOnlyReason | undefined) => Promise<Running>,
): Reopening {
  let running: Running | undefined;
  let reopening: Promise<unknown> | undefined;
  let isStopped = false;
  /** Why nothing is running. */
  let failure = notStarted;
  const keepFailure = (error: unknown): never => {
    failure = toFailure(error);
    throw error;
  };
  const open = async (readOnly: ReadOnlyReason | undefined): Promise<void> => {
    if (isStopped) return;
    running = await openCore(readOnly).catch(keepFailure);
    failure = notStarted;
  };
  /** Stops `former`, does what needs a closed database, and opens it again; calls wait until then. */
  const reopen = async <T>(
    former: Running,
    readOnly: ReadOnlyReason | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    running = undefined;
    const closeAndOpen = async (): Promise<T> => {
      // What did not stop may still use the database.
      await former.stop().catch(keepFailure);
      let result: T;
      try {
        result = await work();
      } catch (error) {
        await open(readOnly).catch((cause: unknown) => log.error("core.not-reopened", {}, cause));
        throw error;
      }
      await open(readOnly);
      return result;
    };
    const opened = closeAndOpen().finally(() => {
      reopening = undefined;
    });
    reopening = Promise.allSettled([opened]);
    return await opened;
  };
  return {
    get running() {
      return running;
    },
    get closed() {
      return running === undefined && reopening === undefined && failure !== notStarted ? failure : undefined;
    },
    call: async (address, input, signal) => {
      // The former core answers pending calls before it is closed; later calls wait for the next core.
      if (reopening !== undefined) await reopening;
      return running === undefined ? { ok: false, failure } : await running.call(address, input, signal);
    },
    start: async (readOnly) => {
      isStopped = false;
      if (running === undefined) await open(readOnly);
      else await reopen(running, readOnly, () => Promise.resolve());
    },
    whileClosed: async (work) => {
      if (running === undefined) throw fromFailure(failure);
      return await reopen(running, undefined, work);
    },
    stop: async () => {
      isStopped = true;
      if (reopening !== undefined) await reopening;
      const ending = running;
      running = undefined;
      failure = notStarted;
      await ending?.stop();
    },
  };
}
