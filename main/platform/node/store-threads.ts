/** The store's threads as Node workers. */
import { Worker } from "node:worker_threads";
import type { StartStoreThread, StoreThread } from "../../core/hosts.ts";

export interface StoreThreads {
  readonly start: StartStoreThread;
  /** Starts a thread without a task, which the next `start` uses. It does not keep the process alive. */
  readonly prepare: () => void;
}

/** `entry`: URL of `main/app/store-worker.ts` or of its bundle. A thread gets its task as `workerData`, or as its first message. */
export function createStoreThreads(entry: URL): StoreThreads {
  let prepared: Worker | undefined;
  return {
    prepare: () => {
      prepared ??= new Worker(entry, { name: "fleetdesk-store" });
      prepared.unref();
    },
    start: (task, name) => {
      const worker = prepared;
      prepared = undefined;
      if (worker === undefined) return new Worker(entry, { workerData: task, name });
      worker.ref();
      const thread: StoreThread = worker;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(task);
      return thread;
    },
  };
}
