/** The store's threads as Node workers. */
import { Worker } from "node:worker_threads";
import type { StartStoreThread } from "../../core/hosts.ts";

/** `entry`: URL of `main/app/store-worker.ts` or of its bundle. */
export function createStoreThreads(entry: URL): StartStoreThread {
  return (task, name) => new Worker(entry, { workerData: task, name });
}
