/** Entries of the program's threads and of its command line, bundled by `test/setup/bundled-threads.ts`. */
import { inject } from "vitest";

/** For `createPracticeHost`. */
export const practiceWorkerUrl = new URL("practice-worker.js", inject("threads"));
/** For a command in a separate process. */
export const cliUrl = new URL("cli.js", inject("threads"));
