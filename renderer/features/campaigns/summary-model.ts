/** What stands on the summary of a campaign. */
import type { AudienceSteps, CampaignStatus } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";

type Planned = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

export interface Summary {
  readonly status: CampaignStatus;
  readonly planned: Planned;
  /** Reasons with how many rows. */
  readonly exclusions: readonly (readonly [string, number])[];
  readonly printedAt: number;
}

/** Reasons in the order in which they are told. */
const reasons: Readonly<Record<string, string>> = {
  duplicate: "duplicates",
  removed: "taken away by the audience",
  suppressed: "suppressed",
  unresolved: "no endpoint answers to it",
  ambiguous: "several endpoints answer to it",
  "missing-variable": "a variable without a value",
  "text-too-long": "text too long",
  disabled: "endpoint disabled",
  deleted: "endpoint deleted",
  damaged: "number damaged by a spreadsheet",
  malformed: "row cannot be read",
  "check-digit": "wrong check digit",
};

export async function readSummary(fleet: FleetClient, campaignId: string, signal: AbortSignal): Promise<Summary> {
  const [status, planned] = await Promise.all([
    fleet.campaigns.status({ campaignId }, signal),
    fleet.campaigns.plannedWith({ campaignId }, signal),
  ]);
  const counted = Object.entries(reasons).map(async ([reason, text]) => {
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
  if ("csv" in source) return `the list ${source.csv.file}`;
  if ("list" in source) return `the kept list ${source.list.id}`;
  if ("filter" in source) return source.filter === "" ? "every endpoint" : `endpoints with ${source.filter}`;
  if ("view" in source) return `the saved view ${source.view}`;
  if ("audience" in source) return `the audience ${source.audience}`;
  if ("ids" in source) return `${source.ids.length} chosen endpoints`;
  return `${source.campaign.which} of campaign ${source.campaign.campaignId}`;
}
