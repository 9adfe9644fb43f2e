/**
 * The store's threads for tests. Starting one takes 250 ms of processor time, most of it to evaluate its modules, so a thread whose store
 * was closed serves the next one. `test/integration/store/` and the tests of processes start threads as the program does.
 */
import { EventEmitter } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import { inject } from "vitest";
import type { StartStoreThread, StoreThread } from "../../main/core/hosts.ts";
import { createStoreThreads } from "../../main/platform/node/store-threads.ts";

/** New threads, as in the program. */
export const startNewThread = createStoreThreads(new URL("store-worker.js", inject("threads"))).start;

const idle: Worker[] = [];

/** A task in a worker that may have executed other tasks before. */
class ReusedThread extends EventEmitter implements StoreThread {
  readonly #worker: Worker;
  readonly #port;
  /** Ends the thread, or marks it as ended: no other task can use it. */
  #ended = false;
  /** The task is done: the thread may already serve another one. */
  #done = false;

  constructor(worker: Worker, task: unknown) {
    super();
    this.#worker = worker;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const handleError = (error: Error): void => {
      this.#ended = true;
      this.emit("error", error);
      port1.close();
    };
    port1.on("message", (message) => this.emit("message", message));
    port1.once("close", () => {
      this.#done = true;
      worker.off("error", handleError);
      worker.unref();
      if (!this.#ended) idle.push(worker);
      this.emit("exit", 0);
    });
    worker.once("error", handleError);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ task, port: port2 }, [port2]);
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  postMessage = (message: unknown): void => this.#port.postMessage(message);
  terminate = (): Promise<number> => {
    if (this.#done) return Promise.resolve(0);
    this.#ended = true;
    return this.#worker.terminate();
  };
  unref = (): void => this.#worker.unref();
}

export const startStoreThread: StartStoreThread = (task) =>
  new ReusedThread(idle.pop() ?? new Worker(new URL("reused-store-worker.js", inject("threads"))), task);
