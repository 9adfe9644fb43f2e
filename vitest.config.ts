/** Three projects: the rules of the house, units, and the whole core over real HTTP and real files. */
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
    ],
  },
});
