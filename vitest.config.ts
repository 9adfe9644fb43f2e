/** Four projects: architecture rules, units, the whole core over real HTTP and real files, and the built app in a window. */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/setup/longest-first.ts";

/** Node must not strip types in a test's process, in particular not in a thread's entry: see docs/decisions/0009. */
const execArgv = ["--no-strip-types"];

/**
 * The files of a worker share their modules: evaluating them again for every file took longer than most tests. A file therefore must leave
 * no state in a module or a global; `--sequence.shuffle.files` detects one that does.
 */
const shared = { isolate: false, setupFiles: ["test/setup/loopback-only.ts"], execArgv };

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      // Time limits end a test that hangs; property tests, and rules over every file, take several times as long on a busy machine.
      { test: { ...shared, name: "rules", include: ["test/rules/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          ...shared,
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          globalSetup: ["test/setup/memory-directory.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          ...shared,
          name: "integration",
          // Before the end-to-end tests, which need all processors: these mostly wait.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          include: ["test/integration/**/*.test.ts"],
          globalSetup: ["test/setup/memory-directory.ts", "test/setup/bundled-threads.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          sequence: { groupOrder: 2 },
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/setup/memory-directory.ts", "test/e2e/harness/build-once.ts"],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          // A query by role computes the roles of the whole page, in the renderer process that the test waits for.
          expect: { poll: { interval: 100, timeout: 30_000 } },
        },
      },
    ],
    // Vitest's default is one less than the number of processors, and many tests wait rather than compute.
    maxWorkers: 3,
    // A sequencer of our own would override the option.
    sequence: process.argv.some((argument) => argument.startsWith("--sequence.shuffle"))
      ? {}
      : { sequencer: LongestFirst },
  },
});
