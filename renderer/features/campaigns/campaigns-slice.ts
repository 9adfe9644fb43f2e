/**
 * UI state of the campaigns, and what topics report of them: progress, recalls, the rows behind the list of recipients.
 *
 * Counts are part of the progress topic; they are painted at most four times a second.
 */
import type { CampaignStatus, Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { isVisibleQuery, updateData } from "../../data/fleet-query.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { throttle } from "../../lib/throttle.ts";
import type { TopicPayload } from "../../lib/topics.ts";
import type { RecipientCost } from "./recipient-query.ts";

/** Progress of a recall. */
interface RunningRecall extends TopicPayload<"campaigns.recallProgress"> {
  /** Why it ended early. */
  readonly failure?: Failure;
}

/** Head of an exported evidence file. Noted elsewhere, it proves later that the file was not replaced. */
export interface EvidenceHead {
  readonly head: string;
  readonly file: string;
  readonly at: number;
  /** The note on the campaign's page is closed; the summary still shows the head. */
  readonly dismissed?: boolean;
}

export interface CampaignsSlice {
  /** By campaign id. */
  readonly recalls: Readonly<Record<string, RunningRecall>>;
  /** By campaign id; only of exports since the window was opened. */
  readonly evidenceHeads: Readonly<Record<string, EvidenceHead>>;
  /** The recipient whose history is open. */
  readonly openRecipient: { readonly campaignId: string; readonly row: number } | undefined;
  readonly campaignWindow: PagedList<CampaignStatus>;
  /** The list of campaigns is on the screen, and refreshed. */
  readonly isCampaignListOpen: boolean;
  /** A list for each campaign: their rows have the same ids. */
  readonly recipientWindow: (campaignId: string) => PagedList<Recipient>;
  readonly recipientCost: RecipientCost;
  readonly openCampaignList: () => void;
  readonly leaveCampaignList: () => void;
  /** Reloads the recipients of the campaigns on the screen. */
  readonly refreshRecipients: () => void;
  readonly showRecipient: (recipient: CampaignsSlice["openRecipient"]) => void;
  readonly updateRecall: (step: RunningRecall) => void;
  /** Replaces the progress: at the begin, at the end, and after a failure. */
  readonly setRecall: (recall: RunningRecall) => void;
  readonly closeRecall: (campaignId: string) => void;
  /** Keeps the results so far. */
  readonly failRecall: (campaignId: string, failure: Failure) => void;
  readonly saveEvidenceHead: (campaignId: string, head: EvidenceHead) => void;
  readonly dismissEvidenceHead: (campaignId: string) => void;
}

export const createCampaignsSlice: SliceCreator<CampaignsSlice> = (set, get) => {
  const recipientWindows = new Map<string, PagedList<Recipient>>();
  return {
    recalls: {},
    evidenceHeads: {},
    openRecipient: undefined,
    campaignWindow: new PagedList<CampaignStatus>({ pageSize: 64 }),
    isCampaignListOpen: false,
    recipientWindow: (campaignId) => {
      const list = recipientWindows.get(campaignId) ?? new PagedList<Recipient>({ pageSize: 64 });
      recipientWindows.set(campaignId, list);
      return list;
    },
    recipientCost: { costMs: 0 },
    openCampaignList: () => {
      get().campaignWindow.refresh();
      set({ isCampaignListOpen: true });
    },
    leaveCampaignList: () => set({ isCampaignListOpen: false }),
    refreshRecipients: () => {
      for (const [campaignId, list] of recipientWindows) {
        if (isVisibleQuery("campaigns.status", { campaignId })) list.refresh();
      }
    },
    showRecipient: (openRecipient) => set({ openRecipient }),
    updateRecall: (step) => {
      const { campaignId, processed, results } = step;
      const all = [...(get().recalls[campaignId]?.results ?? []), ...results];
      // More than processed: the former results are of an earlier recall.
      get().setRecall({ ...step, results: all.length > processed ? results : all });
    },
    setRecall: (recall) => set(({ recalls }) => ({ recalls: { ...recalls, [recall.campaignId]: recall } })),
    closeRecall: (campaignId) => set(({ recalls: { [campaignId]: _closed, ...recalls } }) => ({ recalls })),
    failRecall: (campaignId, failure) => {
      const recall = get().recalls[campaignId];
      if (recall !== undefined) get().setRecall({ ...recall, failure });
    },
    saveEvidenceHead: (campaignId, head) =>
      set(({ evidenceHeads }) => ({ evidenceHeads: { ...evidenceHeads, [campaignId]: head } })),
    dismissEvidenceHead: (campaignId) => {
      const head = get().evidenceHeads[campaignId];
      if (head !== undefined) get().saveEvidenceHead(campaignId, { ...head, dismissed: true });
    },
  };
};

/** Changes the status of a campaign wherever it is loaded. */
export function updateCampaign(campaignId: string, update: (status: CampaignStatus) => CampaignStatus): void {
  updateData("campaigns.status", { campaignId }, update);
  updateData("campaigns.list", {}, ({ campaigns, ...rest }) => ({
    ...rest,
    campaigns: campaigns.map((status) => (status.campaignId === campaignId ? update(status) : status)),
  }));
}

export const campaignsTopics: SliceTopics<CampaignsSlice> = (slice) => {
  const latest = new Map<string, TopicPayload<"campaigns.progress">>();
  const paintCounts = throttle(
    () => {
      for (const [campaignId, { counts, rate }] of latest) {
        updateCampaign(campaignId, (status) => withProgress(status, { counts, rate }));
      }
      latest.clear();
    },
    { everyMs: 250 },
  );
  const refreshRows = throttle(() => slice().refreshRecipients(), {
    everyMs: 500,
    costMs: () => slice().recipientCost.costMs,
  });
  const refreshRowsOf = ({ campaignId }: { readonly campaignId: string }): void => {
    if (isVisibleQuery("campaigns.status", { campaignId })) refreshRows();
  };
  const refreshList = throttle(
    () => {
      if (slice().isCampaignListOpen) slice().campaignWindow.refresh();
    },
    { everyMs: 1000 },
  );
  const refreshAll = (topic: { readonly campaignId: string }): void => {
    refreshList();
    refreshRowsOf(topic);
  };
  return {
    "campaigns.changed": refreshAll,
    "campaigns.watched": refreshAll,
    "campaigns.progress": (progress) => {
      latest.set(progress.campaignId, progress);
      paintCounts();
      refreshAll(progress);
    },
    "campaigns.recallProgress": (step) => slice().updateRecall(step),
    "shell.visibility": ({ missed }) => {
      if (missed) refreshList();
      if (missed) refreshRows();
    },
  };
};

/** Counts and rate from the topic; the remaining time is computed from them. */
function withProgress(
  status: CampaignStatus,
  { counts, rate }: Pick<CampaignStatus, "counts"> & { readonly rate?: number },
): CampaignStatus {
  const { rate: _rate, etaMs: _eta, ...rest } = status;
  if (rate === undefined) return { ...rest, counts };
  const open = counts.pending + counts.sending;
  const eta = status.state === "running" && rate > 0 && open > 0 ? { etaMs: Math.round((open / rate) * 1000) } : {};
  return { ...rest, counts, rate, ...eta };
}
