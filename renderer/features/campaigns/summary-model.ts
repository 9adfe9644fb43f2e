/** What stands on the summary of a campaign. */
import type { AudienceSteps, CampaignStatus } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";
import { exclusionReasons } from "./exclusion-reasons-model.ts";

type Planned = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

export interface Summary {
  readonly status: CampaignStatus;
  readonly planned: Planned;
  /** Reasons with how many rows. */
  readonly exclusions: readonly (readonly [string, number])[];
  readonly printedAt: number;
}

export async function readSummary(fleet: FleetClient, campaignId: string, signal: AbortSignal): Promise<Summary> {
  const [status, planned] = await Promise.all([
    fleet.campaigns.status({ campaignId }, signal),
    fleet.campaigns.plannedWith({ campaignId }, signal),
  ]);
  const counted = Object.entries(exclusionReasons).map(async ([reason, text]) => {
    const { total } = await fleet.campaigns.countRecipients({ campaignId, outcome: ["excluded"], reason }, signal);
    return [text, total] as const;
  });
  const exclusions = (await Promise.all(counted)).filter(([, total]) => total > 0);
  return { status, planned, exclusions, printedAt: Date.now() };
}

/** A step of an audience in words. */
export function sourceWords({ op, source }: AudienceSteps[number]): string {
  const said = wordsOf(source);
  return op === "add" ? said : `without ${said}`;
}

function wordsOf(source: AudienceSteps[number]["source"]): string {
  if ("csv" in source) return `the list “${source.csv.file.split(/[\\/]/).at(-1) ?? ""}”`;
  if ("list" in source) return `the kept list ${source.list.id}`;
  if ("filter" in source) return source.filter === "" ? "every endpoint" : `endpoints with ${source.filter}`;
  if ("view" in source) return `the saved view ${source.view}`;
  if ("audience" in source) return `the audience ${source.audience}`;
  if ("ids" in source) return `${source.ids.length} chosen endpoints`;
  const { campaignId, which } = source.campaign;
  return `${which === "all" ? "everybody" : `the ${which} ones`} of campaign ${campaignId}`;
}
