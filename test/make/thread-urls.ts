/** Entries of the program's threads, bundled by `test/setup/bundled-threads.ts`. */
import { inject } from "vitest";

/** For `openStore` and `createApp`. */
export const storeWorkerUrl = new URL("store-worker.mjs", inject("threads"));
/** For `createPracticeHost`. */
export const practiceWorkerUrl = new URL("practice-worker.mjs", inject("threads"));
