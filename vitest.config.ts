/** Four projects: the rules of the house, units, the whole core over real HTTP and real files, and the built app as a person uses it. */
import { defineConfig } from "vitest/config";

const setupFiles = ["test/setup/loopback-only.ts"];

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      { test: { name: "rules", include: ["test/rules/**/*.test.ts"] } },
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], setupFiles } },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/harness/build-once.ts"],
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each test has a whole Chromium: more than two at once only make all of them slow.
          maxWorkers: 2,
        },
      },
    ],
  },
});
