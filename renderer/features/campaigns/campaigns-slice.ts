/**
 * Campaigns of the connection, the one whose page is open, and its recipients.
 *
 * However fast outcomes arrive, the window reads a few times a second: counts from counters, visible rows only, and data that is expensive
 * for the core (waves, filtered counts) less often.
 */
import type { CampaignStatus, Recipient, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator } from "../../lib/slice.ts";
import type { RecipientCost } from "./recipient-query.ts";
import type { TimePoint } from "./timeline-bands.ts";

/** A state change of a campaign. */
export type CampaignStep = Awaited<ReturnType<typeof fleet.campaigns.steps>>["steps"][number];

/** Data of the campaign whose page is open. */
export interface OpenCampaign {
  readonly campaignId: string;
  readonly status: AsyncState<CampaignStatus>;
  readonly waves: readonly WaveStatus[];
  readonly points: readonly TimePoint[];
  readonly steps: readonly CampaignStep[];
}

/** Progress of a recall. */
export interface RunningRecall {
  readonly campaignId: string;
  readonly done: number;
  readonly total: number;
  readonly results: readonly RecallResult[];
}

/** Head of an exported evidence file. Noted elsewhere, it proves later that the file was not replaced. */
export interface EvidenceHead {
  readonly head: string;
  readonly file: string;
  readonly at: number;
  /** The note on the campaign's page is closed; the summary still shows the head. */
  readonly dismissed?: boolean;
}

/** Data that can be refreshed separately. */
export type CampaignPart = "status" | "waves" | "points" | "steps";
const allFields: readonly CampaignPart[] = ["status", "waves", "points", "steps"];

export interface CampaignsSlice {
  readonly campaigns: AsyncState<readonly CampaignStatus[]>;
  readonly campaignDrafts: AsyncState<readonly Draft[]>;
  readonly campaign: OpenCampaign | undefined;
  readonly recall: RunningRecall | undefined;
  /** By campaign id; only of exports since the window was opened. */
  readonly evidenceHeads: Readonly<Record<string, EvidenceHead>>;
  /** Row number of the recipient whose history is open. */
  readonly recipientRow: number | undefined;
  readonly recipientWindow: PagedList<Recipient>;
  readonly recipientCost: RecipientCost;
  readonly loadCampaigns: () => Promise<void>;
  readonly loadCampaignDrafts: () => Promise<void>;
  /** Opens a campaign and clears the data of the previous one in the same update. */
  readonly openCampaign: (campaignId: string) => Promise<void>;
  readonly refreshCampaign: (campaignId: string, parts?: readonly CampaignPart[]) => Promise<void>;
  /** Replaces the status in the list and on the page. */
  readonly updateCampaign: (status: CampaignStatus) => void;
  readonly showRecipient: (row: number | undefined) => void;
  readonly updateRecall: (step: RunningRecall) => void;
  readonly clearRecall: () => void;
  readonly saveEvidenceHead: (campaignId: string, head: EvidenceHead) => void;
  readonly dismissEvidenceHead: (campaignId: string) => void;
}

export const createCampaignsSlice: SliceCreator<CampaignsSlice> = (set, get) => ({
  campaigns: idle,
  campaignDrafts: idle,
  campaign: undefined,
  recall: undefined,
  evidenceHeads: {},
  recipientRow: undefined,
  recipientWindow: new PagedList<Recipient>({ pageSize: 64 }),
  recipientCost: { costMs: 0 },
  loadCampaigns: async () => {
    set({ campaigns: loading(get().campaigns) });
    try {
      set({ campaigns: ready((await fleet.campaigns.list({})).campaigns) });
    } catch (error) {
      set({ campaigns: failed(get().campaigns, error) });
    }
  },
  loadCampaignDrafts: async () => {
    set({ campaignDrafts: loading(get().campaignDrafts) });
    try {
      set({ campaignDrafts: ready((await fleet.drafts.list({})).drafts) });
    } catch (error) {
      set({ campaignDrafts: failed(get().campaignDrafts, error) });
    }
  },
  openCampaign: async (campaignId) => {
    if (get().campaign?.campaignId !== campaignId) {
      const nothing = { waves: [], points: [], steps: [] };
      set({ campaign: { campaignId, status: { state: "loading" }, ...nothing }, recipientRow: undefined });
    }
    await get().refreshCampaign(campaignId);
  },
  refreshCampaign: async (campaignId, parts = allFields) => {
    if (get().campaign?.campaignId !== campaignId) return;
    const put = (change: Partial<OpenCampaign>): void => {
      const now = get().campaign;
      if (now?.campaignId === campaignId) set({ campaign: { ...now, ...change } });
    };
    try {
      await Promise.all(parts.map(async (part) => put(await readPart(campaignId, part))));
    } catch (error) {
      put({ status: failed(get().campaign?.status ?? idle, error) });
    }
  },
  updateCampaign: (status) =>
    set(({ campaign, campaigns }) => ({
      campaign: campaign?.campaignId === status.campaignId ? { ...campaign, status: ready(status) } : campaign,
      campaigns:
        campaigns.state === "ready"
          ? ready(campaigns.value.map((one) => (one.campaignId === status.campaignId ? status : one)))
          : campaigns,
    })),
  showRecipient: (recipientRow) => set({ recipientRow }),
  updateRecall: ({ results, ...step }) =>
    set(({ recall }) => {
      const before = recall?.campaignId === step.campaignId && step.done > results.length ? recall.results : [];
      return { recall: { ...step, results: [...before, ...results] } };
    }),
  clearRecall: () => set({ recall: undefined }),
  saveEvidenceHead: (campaignId, head) =>
    set(({ evidenceHeads }) => ({ evidenceHeads: { ...evidenceHeads, [campaignId]: head } })),
  dismissEvidenceHead: (campaignId) => {
    const head = get().evidenceHeads[campaignId];
    if (head !== undefined) get().saveEvidenceHead(campaignId, { ...head, dismissed: true });
  },
});

async function readPart(campaignId: string, part: CampaignPart): Promise<Partial<OpenCampaign>> {
  const id = { campaignId };
  switch (part) {
    case "status":
      return { status: ready(await fleet.campaigns.status(id)) };
    case "waves":
      return { waves: (await fleet.campaigns.waves(id)).waves };
    case "points":
      return { points: (await fleet.campaigns.timeline(id)).points };
    case "steps":
      return { steps: (await fleet.campaigns.steps(id)).steps };
  }
}
