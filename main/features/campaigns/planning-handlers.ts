/** The pages of the treaty around a campaign before it is sent: drafts, what is planned, who must not be sent to. */
import type { drafts } from "#contract/drafts.ts";
import type { Handlers } from "#contract/kit.ts";
import type { planning } from "#contract/planning.ts";
import type { suppression } from "#contract/suppression.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import { createDrafts } from "./drafting/drafts.ts";
import { createDrift } from "./planning/drift.ts";
import { createPreflight } from "./planning/preflight.ts";
import { createStandingSuppression } from "./planning/standing-suppression.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";

export interface PlanningHandlers {
  readonly drafts: Partial<Handlers<typeof drafts>>;
  readonly planning: Partial<Handlers<typeof planning>>;
  readonly suppression: Handlers<typeof suppression>;
  /** Puts away what is left over of drafts; to be called after a campaign was started, and when the program starts. */
  sweepDrafts(): Promise<void>;
}

export function createPlanningHandlers(deps: CampaignDeps, runs: CampaignRuns): PlanningHandlers {
  const written = createDrafts(deps, runs);
  return {
    drafts: { ...written.handlers },
    planning: { ...createDrift(deps, runs), preflight: createPreflight(deps) },
    suppression: createStandingSuppression(deps),
    sweepDrafts: () => written.sweep(),
  };
}
