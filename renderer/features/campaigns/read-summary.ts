/** Loads the data of a campaign's summary. */
import { t } from "#shared/texts/text.ts";
import type { AudienceSteps, CampaignPart, CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { exclusionReasons } from "./exclusion-reasons.ts";

type Planned = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

export interface Summary {
  readonly status: CampaignStatus;
  readonly planned: Planned;
  /** Names of the audience's steps. */
  readonly sources: readonly string[];
  /** Reasons with the number of rows. */
  readonly exclusions: readonly (readonly [string, number])[];
  readonly printedAt: number;
}

export async function readSummary(fleet: FleetClient, campaignId: string, signal: AbortSignal): Promise<Summary> {
  const [status, planned] = await Promise.all([
    fleet.campaigns.status({ campaignId }, signal),
    fleet.campaigns.plannedWith({ campaignId }, signal),
  ]);
  const sources = await Promise.all(
    (planned.audience ?? []).map((step) => formatSourceStep(fleet, step, status.connection)),
  );
  const totals = Object.entries(exclusionReasons).map(async ([reason, text]) => {
    const { total } = await fleet.campaigns.countRecipients({ campaignId, outcome: ["excluded"], reason }, signal);
    return [text, total] as const;
  });
  const exclusions = (await Promise.all(totals)).filter(([, total]) => total > 0);
  return { status, planned, sources, exclusions, printedAt: Date.now() };
}

type Step = AudienceSteps[number];

/** A step of an audience as text, with the current names of its parts. */
async function formatSourceStep(fleet: FleetClient, { op, source }: Step, connection: string): Promise<string> {
  // A deleted part has no name, so its id is shown.
  const text = await sourceNameOf(fleet, source, connection).catch(() => formatSourceById(source));
  return op === "add" ? text : t(($) => $.campaigns.sources.excluding, { source: text });
}

async function sourceNameOf(fleet: FleetClient, source: Step["source"], connection: string): Promise<string> {
  if ("list" in source) {
    const { name } = await fleet.drafts.getList({ id: source.list.id });
    return t(($) => $.campaigns.sources.list, { name });
  }
  if ("view" in source) {
    const { views } = await fleet.views.list({ connection });
    const view = views.find(({ id }) => id === source.view);
    return view === undefined ? formatSourceById(source) : t(($) => $.campaigns.sources.view, { name: view.name });
  }
  if ("audience" in source) {
    const { audiences } = await fleet.fleet.audiences({ connection });
    const audience = audiences.find(({ id }) => id === source.audience);
    return audience === undefined
      ? formatSourceById(source)
      : t(($) => $.campaigns.sources.audience, { name: audience.name });
  }
  if ("campaign" in source) {
    const { campaignId, part } = source.campaign;
    const { name } = await fleet.campaigns.status({ campaignId });
    return partTexts[part](t(($) => $.campaigns.sources.campaign, { name }));
  }
  return formatSourceById(source);
}

const partTexts: Readonly<Record<CampaignPart, (campaign: string) => string>> = {
  all: (campaign) => t(($) => $.campaigns.sources.selections.all, { campaign }),
  accepted: (campaign) => t(($) => $.campaigns.sources.selections.accepted, { campaign }),
  refused: (campaign) => t(($) => $.campaigns.sources.selections.refused, { campaign }),
  unknown: (campaign) => t(($) => $.campaigns.sources.selections.unknown, { campaign }),
  pending: (campaign) => t(($) => $.campaigns.sources.selections.pending, { campaign }),
  undelivered: (campaign) => t(($) => $.campaigns.sources.selections.undelivered, { campaign }),
  silent: (campaign) => t(($) => $.campaigns.sources.selections.silent, { campaign }),
  unanswered: (campaign) => t(($) => $.campaigns.sources.selections.unanswered, { campaign }),
};

function formatSourceById(source: Step["source"]): string {
  if ("csv" in source) return t(($) => $.campaigns.sources.list, { name: source.csv.file.split(/[\\/]/).at(-1) ?? "" });
  if ("list" in source) return t(($) => $.campaigns.sources.listById, { id: String(source.list.id) });
  if ("filter" in source) {
    return source.filter === ""
      ? t(($) => $.campaigns.sources.allEndpoints)
      : t(($) => $.campaigns.sources.filter, { filter: source.filter });
  }
  if ("view" in source) return t(($) => $.campaigns.sources.viewById, { id: String(source.view) });
  if ("audience" in source) return t(($) => $.campaigns.sources.audienceById, { id: String(source.audience) });
  if ("ids" in source) return t(($) => $.campaigns.sources.selected, { count: source.ids.length });
  const { campaignId, part } = source.campaign;
  return partTexts[part](t(($) => $.campaigns.sources.campaignById, { id: campaignId }));
}
