/** Resolves the sources of an audience: files, saved lists, views, audiences and earlier campaigns. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { AudienceSource, AudienceSteps, CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { openCsv, openCsvText } from "./csv-rows.ts";
import type { AudienceSource as PlanSource, AudienceStep } from "./plan.ts";

type Deps = Pick<CampaignDeps, "store" | "viewFilter" | "audiences">;

const idsPerStep = 5_000;

/** Throws `view-unknown`, `audience-unknown`, `list-unknown` or `campaign-unknown` for a source that does not exist. */
export async function openSources(
  deps: Deps,
  connectionId: number,
  audience: AudienceSteps,
): Promise<readonly AudienceStep[]> {
  const opened: AudienceStep[] = [];
  for (const { op, source } of audience) opened.push({ op, ...(await openSource(deps, connectionId, source)) });
  return opened;
}

async function openSource(deps: Deps, connectionId: number, source: AudienceSource): Promise<Omit<AudienceStep, "op">> {
  if ("csv" in source) {
    const { file, by } = source.csv;
    return {
      source: { kind: "table", open: (signal) => openCsv(file, signal, { mayBeList: by === undefined }), by },
      label: codedText("source-file", { file }),
    };
  }
  if ("list" in source) return openList(deps, source.list);
  if ("filter" in source)
    return {
      source: { kind: "filter", filter: source.filter },
      label: codedText("source-filter", { filter: filterLabel(source.filter) }),
    };
  if ("view" in source) {
    const filter = await deps.viewFilter(connectionId, source.view);
    if (filter === undefined)
      throw new AppError("view-unknown", codedText("source-view-unknown", { view: source.view }));
    return { source: { kind: "filter", filter }, label: codedText("source-view", { filter: filterLabel(filter) }) };
  }
  if ("audience" in source) {
    const audience = await deps.audiences.find(connectionId, source.audience);
    if (audience === undefined)
      throw new AppError("audience-unknown", codedText("source-audience-unknown", { audience: source.audience }));
    return {
      source: { kind: "ids", ids: (signal) => audience.members(signal) },
      label: codedText("source-audience", { name: audience.name }),
    };
  }
  if ("ids" in source) {
    const { ids } = source;
    return {
      source: { kind: "ids", ids: () => inBatches(ids) },
      label: codedText("source-endpoints", { endpoints: ids.length }),
    };
  }
  return openCampaign(deps, connectionId, source.campaign);
}

async function openList(
  { store }: Deps,
  { id, by }: { readonly id: number; readonly by?: string },
): Promise<Omit<AudienceStep, "op">> {
  const list = await store.readList(id);
  if (list === undefined) throw new AppError("list-unknown", codedText("list-gone", { list: id }));
  const open: Extract<PlanSource, { kind: "table" }>["open"] = (signal) => openCsvText(list.name, list.text, signal);
  return { source: { kind: "table", open, by }, label: codedText("source-list", { name: list.name }) };
}

async function openCampaign(
  { store }: Deps,
  connectionId: number,
  { campaignId, part }: { readonly campaignId: string; readonly part: CampaignPart },
): Promise<Omit<AudienceStep, "op">> {
  const unknown = new AppError("campaign-unknown", codedText("source-campaign-unknown", { campaign: campaignId }));
  const id = Number(campaignId);
  if (!Number.isSafeInteger(id) || id < 1) throw unknown;
  const campaign = await store.getCampaign(id);
  if (campaign.kind !== "bulk" || campaign.connection !== connectionId) throw unknown;
  async function* ids(): AsyncGenerator<readonly string[]> {
    for (let after: number | undefined = -1; after !== undefined;) {
      const page: Awaited<ReturnType<typeof store.endpointsOfPart>> = await store.endpointsOfPart({
        campaign: id,
        part,
        after,
        limit: idsPerStep,
      });
      if (page.endpoints.length > 0) yield page.endpoints;
      after = page.next;
    }
  }
  return {
    source: { kind: "ids", ids },
    label: codedText("source-campaign", { outcome: partText(part), name: campaign.name }),
  };
}

async function* inBatches(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}

function filterLabel(filter: string): CodedText {
  return filter.trim() === "" ? codedText("filter-all") : codedText("filter-matching", { filter });
}

function partText(part: CampaignPart): CodedText {
  switch (part) {
    case "all":
      return codedText("part-all");
    case "accepted":
      return codedText("part-accepted");
    case "refused":
      return codedText("part-rejected");
    case "unknown":
      return codedText("part-unknown");
    case "pending":
      return codedText("part-pending");
    case "undelivered":
      return codedText("part-undelivered");
    case "silent":
      return codedText("part-silent");
    case "unanswered":
      return codedText("part-unanswered");
  }
}
