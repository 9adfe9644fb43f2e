/**
 * Campaigns of the connection, the one that is looked at, and its recipients.
 *
 * However many messages settle, the window reads a few times a second: figures from counters, rows in sight alone, and what takes the
 * core longer to say (rings, filtered counts) the more seldom.
 */
import type { CampaignStatus, Recipient, WaveStatus } from "#contract/campaign-schemas.ts";
import type { RecallResult } from "#contract/campaigns.ts";
import type { RecipientFilter } from "#contract/campaigns.ts";
import type { Draft } from "#contract/drafts.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator } from "../../lib/slice.ts";
import { type RecipientPlace, recipientQuestion } from "./recipient-question.ts";
import type { TimePoint } from "./timeline-bands.ts";

/** A step of a campaign as a whole. */
export type CampaignStep = Awaited<ReturnType<typeof fleet.campaigns.steps>>["steps"][number];

/** What is known of the campaign whose page is open. */
export interface OpenCampaign {
  readonly campaignId: string;
  readonly status: AsyncState<CampaignStatus>;
  readonly waves: readonly WaveStatus[];
  readonly points: readonly TimePoint[];
  readonly steps: readonly CampaignStep[];
}

/** A recall under way, as far as it has come. */
export interface RunningRecall {
  readonly campaignId: string;
  readonly done: number;
  readonly total: number;
  readonly results: readonly RecallResult[];
}

/** What an exported evidence file ends with: to be noted, so that another file cannot take its place. */
export interface EvidenceHead {
  readonly head: string;
  readonly file: string;
  readonly at: number;
  /** Its note on the campaign's page was closed; the summary still has it. */
  readonly dismissed?: boolean;
}

/** What is read anew of the campaign whose page is open. */
export type CampaignPart = "status" | "waves" | "points" | "steps";
const allFields: readonly CampaignPart[] = ["status", "waves", "points", "steps"];

export interface CampaignsSlice {
  readonly campaigns: AsyncState<readonly CampaignStatus[]>;
  readonly campaignDrafts: AsyncState<readonly Draft[]>;
  readonly campaign: OpenCampaign | undefined;
  readonly recall: RunningRecall | undefined;
  /** Of campaigns exported since the window was opened, by id. */
  readonly evidenceHeads: Readonly<Record<string, EvidenceHead>>;
  /** Recipient whose step-by-step history is open, by row. */
  readonly recipientRow: number | undefined;
  readonly recipientWindow: PagedList<Recipient>;
  /** How far the recipients are scrolled and what reading them took; kept beside the state. */
  readonly recipientPlace: RecipientPlace;
  readonly loadCampaigns: () => Promise<void>;
  readonly loadCampaignDrafts: () => Promise<void>;
  /** Begins to look at a campaign; another one's figures leave in the same step. */
  readonly openCampaign: (campaignId: string) => Promise<void>;
  readonly renewCampaign: (campaignId: string, which?: readonly CampaignPart[]) => Promise<void>;
  /** A fresh status, wherever it is shown. */
  readonly putCampaign: (status: CampaignStatus) => void;
  readonly loadRecipients: (campaignId: string, filter: RecipientFilter) => void;
  readonly saveRecipientOffset: (offset: number) => void;
  readonly showRecipient: (row: number | undefined) => void;
  readonly putRecall: (step: RunningRecall) => void;
  readonly forgetRecall: () => void;
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
  recipientPlace: { offset: 0, costMs: 0 },
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
      get().recipientPlace.offset = 0;
      const nothing = { waves: [], points: [], steps: [] };
      set({ campaign: { campaignId, status: { state: "loading" }, ...nothing }, recipientRow: undefined });
    }
    await get().renewCampaign(campaignId);
  },
  renewCampaign: async (campaignId, which = allFields) => {
    if (get().campaign?.campaignId !== campaignId) return;
    const put = (change: Partial<OpenCampaign>): void => {
      const now = get().campaign;
      if (now?.campaignId === campaignId) set({ campaign: { ...now, ...change } });
    };
    try {
      await Promise.all(which.map(async (part) => put(await readPart(campaignId, part))));
    } catch (error) {
      put({ status: failed(get().campaign?.status ?? idle, error) });
    }
  },
  putCampaign: (status) =>
    set(({ campaign, campaigns }) => ({
      ...(campaign?.campaignId === status.campaignId ? { campaign: { ...campaign, status: ready(status) } } : {}),
      ...(campaigns.state === "ready"
        ? { campaigns: ready(campaigns.value.map((one) => (one.campaignId === status.campaignId ? status : one))) }
        : {}),
    })),
  loadRecipients: (campaignId, filter) => {
    const { recipientWindow, recipientPlace } = get();
    recipientWindow.query(recipientQuestion(campaignId, filter, recipientPlace));
  },
  saveRecipientOffset: (offset) => void (get().recipientPlace.offset = offset),
  showRecipient: (recipientRow) => set({ recipientRow }),
  putRecall: ({ results, ...step }) =>
    set(({ recall }) => {
      const before = recall?.campaignId === step.campaignId && step.done > results.length ? recall.results : [];
      return { recall: { ...step, results: [...before, ...results] } };
    }),
  forgetRecall: () => set({ recall: undefined }),
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
