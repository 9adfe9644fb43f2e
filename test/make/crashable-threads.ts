/**
 * Threads of the store that can be disconnected from their program, as when it is killed: what they have committed is on disk, and the
 * program receives no answer.
 */
import { EventEmitter } from "node:events";
import type { StartStoreThread, StoreThread } from "../../main/core/hosts.ts";
import type { RequestMessage, WorkerTask } from "../../main/core/store/messages.ts";

export interface CrashableThreads {
  readonly start: StartStoreThread;
  /** Stops all messages between program and threads. Resolves when the threads have executed the calls they already received. */
  cut(): Promise<void>;
  /** Every later call of the program fails; resolves when the threads have closed their database. */
  end(): Promise<void>;
}

export function createCrashableThreads(startThread: StartStoreThread): CrashableThreads {
  const serving: CrashableThread[] = [];
  return {
    start: (task, name) => {
      const inner = startThread(task, name);
      // A thread that checks a file writes nothing.
      if ((task as WorkerTask).kind === "check") return inner;
      const thread = new CrashableThread(inner);
      serving.push(thread);
      return thread;
    },
    cut: async () => void (await Promise.all(serving.map((thread) => thread.cut()))),
    end: async () => void (await Promise.all(serving.map((thread) => thread.end()))),
  };
}

class CrashableThread extends EventEmitter implements StoreThread {
  readonly #inner: StoreThread;
  readonly #ended = Promise.withResolvers<void>();
  readonly #idle = Promise.withResolvers<void>();
  /** Messages that are still expected: a greeting, then an answer for each call. */
  #awaited = 1;
  #cut = false;

  constructor(inner: StoreThread) {
    super();
    this.#inner = inner;
    inner.on("message", (message) => {
      this.#awaited -= 1;
      if (!this.#cut) this.emit("message", message);
      else if (this.#awaited === 0) this.#idle.resolve();
    });
    inner.on("error", (error) => this.emit("error", error));
    inner.once("exit", (code) => {
      this.#idle.resolve();
      this.#ended.resolve();
      if (!this.#cut) this.emit("exit", code);
    });
  }

  postMessage = (message: unknown): void => {
    if (this.#cut) return;
    const request = message as RequestMessage;
    this.#awaited += "calls" in request ? request.calls.length : 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#inner.postMessage(request);
  };
  terminate = (): Promise<unknown> => this.#inner.terminate();
  unref = (): void => this.#inner.unref();

  cut(): Promise<void> {
    this.#cut = true;
    if (this.#awaited === 0) this.#idle.resolve();
    return this.#idle.promise;
  }

  end(): Promise<void> {
    this.emit("exit", 1);
    const close: RequestMessage = { close: true };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#inner.postMessage(close);
    return this.#ended.promise;
  }
}
