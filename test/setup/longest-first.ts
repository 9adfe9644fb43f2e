/** Starts the longest files first, so that no worker starts one of them at the end of the run. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take half a minute or more, longest first. Vitest orders the others. */
const longest = [
  "integration/features/campaigns/kill.test.ts",
  "e2e/frame/axe.test.ts",
  "e2e/connecting.test.ts",
  "e2e/scenarios/faulty-service.test.ts",
  "e2e/scenarios/lists.test.ts",
  "e2e/events.test.ts",
  "integration/features/campaigns/killed-copies.test.ts",
].map((file) => resolve(import.meta.dirname, "..", file));

/** A file that was moved would silently run last. */
const missing = longest.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`Files of longest-first.ts do not exist: ${missing.join(", ")}.`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.indexOf(moduleId);
  return rank < 0 ? longest.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
