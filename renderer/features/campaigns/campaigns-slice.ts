/** Campaigns of the connection, the one that is looked at, and its recipients. */
import type { CampaignStatus, RecallResult, Recipient, RingStatus } from "#contract/campaign-words.ts";
import type { RecipientFilter } from "#contract/campaigns.ts";
import type { Draft } from "#contract/drafts.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { RowQuestion } from "../../lib/row-source.ts";
import { RowWindow } from "../../lib/row-window.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { TimePoint } from "./timeline-model.ts";

/** What is known of the campaign whose page is open. */
export interface ShownCampaign {
  readonly campaignId: string;
  readonly status: Remote<CampaignStatus>;
  readonly rings: readonly RingStatus[];
  readonly points: readonly TimePoint[];
}

/** A recall under way, as far as it has come. */
export interface RunningRecall {
  readonly campaignId: string;
  readonly done: number;
  readonly total: number;
  readonly results: readonly RecallResult[];
}

export interface CampaignsSlice {
  readonly campaigns: Remote<readonly CampaignStatus[]>;
  readonly campaignDrafts: Remote<readonly Draft[]>;
  readonly campaign: ShownCampaign | undefined;
  readonly recall: RunningRecall | undefined;
  /** Recipients whose step-by-step history is open, by row. */
  readonly recipientRow: number | undefined;
  readonly recipientWindow: RowWindow<Recipient>;
  readonly loadCampaigns: () => Promise<void>;
  readonly loadCampaignDrafts: () => Promise<void>;
  /** Begins to look at a campaign; another one's figures leave in the same step. */
  readonly openCampaign: (campaignId: string) => Promise<void>;
  readonly renewCampaign: (campaignId: string) => Promise<void>;
  readonly putCampaign: (status: CampaignStatus) => void;
  readonly askRecipients: (campaignId: string, filter: RecipientFilter) => void;
  readonly showRecipient: (row: number | undefined) => void;
  readonly putRecall: (step: RunningRecall) => void;
  readonly forgetRecall: () => void;
}

/** So often at most is what is on the screen read again while a campaign settles. */
export const renewEveryMs = 500;

export const createCampaignsSlice: SliceCreator<CampaignsSlice> = (set, get) => ({
  campaigns: never,
  campaignDrafts: never,
  campaign: undefined,
  recall: undefined,
  recipientRow: undefined,
  recipientWindow: new RowWindow<Recipient>({ pageSize: 64 }),
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
      set({ campaign: { campaignId, status: { state: "loading" }, rings: [], points: [] }, recipientRow: undefined });
    }
    await get().renewCampaign(campaignId);
  },
  renewCampaign: async (campaignId) => {
    const before = get().campaign;
    if (before?.campaignId !== campaignId) return;
    const put = (change: Partial<ShownCampaign>): void => {
      const now = get().campaign;
      if (now?.campaignId === campaignId) set({ campaign: { ...now, ...change } });
    };
    try {
      const [status, { rings }, { points }] = await Promise.all([
        fleet.campaigns.status({ campaignId }),
        fleet.campaigns.rings({ campaignId }),
        fleet.campaigns.timeline({ campaignId }),
      ]);
      put({ status: ready(status), rings, points });
    } catch (error) {
      put({ status: failed(before.status, error) });
    }
  },
  putCampaign: (status) => {
    const { campaign } = get();
    if (campaign?.campaignId === status.campaignId) set({ campaign: { ...campaign, status: ready(status) } });
  },
  askRecipients: (campaignId, filter) => get().recipientWindow.ask(recipientQuestion(campaignId, filter)),
  showRecipient: (recipientRow) => set({ recipientRow }),
  putRecall: ({ results, ...step }) =>
    set(({ recall }) => {
      const before = recall?.campaignId === step.campaignId && step.done > results.length ? recall.results : [];
      return { recall: { ...step, results: [...before, ...results] } };
    }),
  forgetRecall: () => set({ recall: undefined }),
});

function recipientQuestion(campaignId: string, filter: RecipientFilter): RowQuestion<Recipient> {
  const asked = { campaignId, ...filter };
  return {
    key: JSON.stringify(asked),
    source: {
      page: async ({ cursor, ...ask }, signal) => {
        const after = cursor === undefined ? {} : { after: Number(cursor) };
        const { items, next } = await fleet.campaigns.recipients({ ...asked, ...ask, ...after }, signal);
        return { items, nextCursor: next === undefined ? undefined : String(next) };
      },
      count: async (signal) => (await fleet.campaigns.countRecipients(asked, signal)).total,
    },
  };
}

export const campaignsTopics: SliceTopics<CampaignsSlice> = (slice) => {
  let waiting: number | undefined;
  let restedAt = 0;
  /** What is seen is read again, gently: however many messages settle, a few times a second. */
  const renewSoon = (campaignId: string): void => {
    if (slice().campaign?.campaignId !== campaignId || waiting !== undefined) return;
    const inMs = Math.max(0, restedAt + renewEveryMs - performance.now());
    waiting = window.setTimeout(() => {
      void slice()
        .renewCampaign(campaignId)
        .finally(() => {
          restedAt = performance.now();
          waiting = undefined;
        });
      slice().recipientWindow.refresh();
    }, inMs);
  };
  const listAgain = (): void => {
    if (slice().campaigns.state !== "never") void slice().loadCampaigns();
  };
  return {
    "campaigns.changed": ({ campaignId }) => {
      renewSoon(campaignId);
      listAgain();
    },
    "campaigns.progress": ({ campaignId }) => renewSoon(campaignId),
    "campaigns.watched": ({ campaignId }) => renewSoon(campaignId),
    "campaigns.recallProgress": (step) => slice().putRecall(step),
    "drafts.changed": () => {
      if (slice().campaignDrafts.state !== "never") void slice().loadCampaignDrafts();
    },
    "shell.visibility": ({ missed }) => {
      const { campaign } = slice();
      if (!missed) return;
      listAgain();
      if (campaign !== undefined) renewSoon(campaign.campaignId);
    },
  };
};
