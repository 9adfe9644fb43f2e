/** Four projects: the rules of the house, units, the whole core over real HTTP and real files, and the built app as a person uses it. */
import { defineConfig } from "vitest/config";

const setupFiles = ["test/setup/loopback-only.ts"];
/** Nothing in a test's process is TypeScript for Node itself, a thread's entry least of all: see docs/decisions/0009. */
const execArgv = ["--no-strip-types"];
/** What is waited for may take its time on a machine that has other things to do; only a failure takes that long. */
const patient = { expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      // The limit ends a test that hangs; properties, and rules over every file, take their time on a busy machine.
      { test: { name: "rules", include: ["test/rules/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          setupFiles,
          execArgv,
          testTimeout: 60_000,
          ...patient,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          globalSetup: ["test/setup/bundled-threads.ts"],
          setupFiles,
          execArgv,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/harness/build-once.ts"],
          setupFiles,
          // These end what hangs; on a machine that has other things to do a test takes several times as long as alone.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // Each test has a whole Chromium: more than two at once only make all of them slow.
          maxWorkers: 2,
        },
      },
    ],
  },
});
