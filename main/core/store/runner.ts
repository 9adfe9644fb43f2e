/**
 * The main thread's side: calls are sent as messages and answered in order.
 * Invariants: every call is resolved or rejected exactly once; after a crash or an end of the thread no call hangs.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, fromFailure } from "#shared/failure.ts";
import type { StoreThread } from "../hosts.ts";
import type { QueryModule, StoreClient } from "./db.ts";
import type { CallMessage, ReplyMessage, RequestMessage, WireFailure } from "./messages.ts";

export interface Runner {
  use<Q extends QueryModule>(name: string): StoreClient<Q>;
  /** Waits for pending calls, then closes the database and ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** `worker` has reported ready. `onFailure` gets every failure of the database itself, in addition to the caller. */
export function createRunner(worker: StoreThread, onFailure: (failure: WireFailure) => void): Runner {
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
