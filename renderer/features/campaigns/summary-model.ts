/** What stands on the summary of a campaign. */
import type { AudienceSteps, CampaignStatus } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";
import { exclusionReasons } from "./exclusion-reasons-model.ts";

type Planned = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

export interface Summary {
  readonly status: CampaignStatus;
  readonly planned: Planned;
  /** What the steps of the audience are called. */
  readonly sources: readonly string[];
  /** Reasons with how many rows. */
  readonly exclusions: readonly (readonly [string, number])[];
  readonly printedAt: number;
}

export async function readSummary(fleet: FleetClient, campaignId: string, signal: AbortSignal): Promise<Summary> {
  const [status, planned] = await Promise.all([
    fleet.campaigns.status({ campaignId }, signal),
    fleet.campaigns.plannedWith({ campaignId }, signal),
  ]);
  const sources = await Promise.all(
    (planned.audience ?? []).map((step) => sourceWords(fleet, step, status.connection)),
  );
  const counted = Object.entries(exclusionReasons).map(async ([reason, text]) => {
    const { total } = await fleet.campaigns.countRecipients({ campaignId, outcome: ["excluded"], reason }, signal);
    return [text, total] as const;
  });
  const exclusions = (await Promise.all(counted)).filter(([, total]) => total > 0);
  return { status, planned, sources, exclusions, printedAt: Date.now() };
}

type Step = AudienceSteps[number];

/** A step of an audience in words, by the names that its parts have now. */
async function sourceWords(fleet: FleetClient, { op, source }: Step, connection: string): Promise<string> {
  // What was removed since has no name any more: its number is what is left.
  const words = await wordsOf(fleet, source, connection).catch(() => numberWords(source));
  return op === "add" ? words : `without ${words}`;
}

async function wordsOf(fleet: FleetClient, source: Step["source"], connection: string): Promise<string> {
  if ("list" in source) return `the list “${(await fleet.drafts.getList({ id: source.list.id })).name}”`;
  if ("view" in source) {
    const { views } = await fleet.views.list({ connection });
    return named("the saved view", views.find(({ id }) => id === source.view)?.name) ?? numberWords(source);
  }
  if ("audience" in source) {
    const { audiences } = await fleet.fleet.audiences({ connection });
    return named("the audience", audiences.find(({ id }) => id === source.audience)?.name) ?? numberWords(source);
  }
  if ("campaign" in source) {
    const { campaignId, which } = source.campaign;
    const { name } = await fleet.campaigns.status({ campaignId });
    return `${which === "all" ? "all recipients" : `the ${which} recipients`} of “${name}”`;
  }
  return numberWords(source);
}

function named(what: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${what} “${name}”`;
}

function numberWords(source: Step["source"]): string {
  if ("csv" in source) return `the list “${source.csv.file.split(/[\\/]/).at(-1) ?? ""}”`;
  if ("list" in source) return `list ${source.list.id}`;
  if ("filter" in source) return source.filter === "" ? "every endpoint" : `endpoints with ${source.filter}`;
  if ("view" in source) return `saved view ${source.view}`;
  if ("audience" in source) return `audience ${source.audience}`;
  if ("ids" in source) return `${source.ids.length} selected endpoints`;
  const { campaignId, which } = source.campaign;
  return `${which === "all" ? "all recipients" : `the ${which} recipients`} of campaign ${campaignId}`;
}
