/** Contract handlers for a campaign before it is sent: drafts, planning, and the suppression list. */
import type { drafts } from "#shared/contract/campaigns/drafts.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { planning } from "#shared/contract/campaigns/planning.ts";
import type { suppression } from "#shared/contract/campaigns/suppression.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import { createDrafts } from "./drafting/drafts.ts";
import { createDrift } from "./planning/drift.ts";
import { createSavedLists } from "./planning/saved-lists.ts";
import { createPreview } from "./planning/preview.ts";
import { createPreflight } from "./planning/preflight.ts";
import { createSuppressionList } from "./planning/suppression-list.ts";
import type { CampaignRuns } from "./running/campaign-runs.ts";

export interface PlanningHandlers {
  readonly drafts: Handlers<typeof drafts>;
  readonly planning: Handlers<typeof planning>;
  readonly suppression: Handlers<typeof suppression>;
  /** Deletes obsolete drafts; call it after a campaign was started, and when the program starts. */
  sweepDrafts(): Promise<void>;
}

export function createPlanningHandlers(deps: CampaignDeps, runs: CampaignRuns): PlanningHandlers {
  const written = createDrafts(deps, runs);
  return {
    drafts: { ...written.handlers, ...createSavedLists(deps) },
    planning: { ...createDrift(deps, runs), ...createPreview(deps), preflight: createPreflight(deps) },
    suppression: createSuppressionList(deps),
    sweepDrafts: () => written.sweep(),
  };
}
