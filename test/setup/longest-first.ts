/** Starts the longest files first, so that no worker starts one of them at the end of the run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take half a minute or more, longest first. Vitest orders the others. */
const longest = [
  "integration/campaigns/kill.test.ts",
  "e2e/scenarios/faulty-service.test.ts",
  "e2e/accessibility/states.test.ts",
  "e2e/events.test.ts",
  "e2e/frame/axe.test.ts",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? longest.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
