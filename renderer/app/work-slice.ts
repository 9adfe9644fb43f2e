/** Running syncs and campaigns, for the status bar. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import { throttle } from "../lib/throttle.ts";
import { createNewestRequest } from "../lib/newest-request.ts";
import { failureOf, fleet } from "../lib/fleet.ts";
import { withProgress } from "../lib/progress.ts";
import { failed, loading, idle, ready, type AsyncState } from "../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../lib/slice.ts";

export interface RunningSync {
  readonly connection: string;
  readonly collection: Collection;
  readonly done: number;
  readonly total?: number;
  readonly startedAt: number;
}

/** Result of a sync, until the next one of its collection starts. */
export interface EndedSync {
  readonly connection: string;
  readonly collection: Collection;
  readonly outcome: "complete" | "partial" | "not-offered" | "cancelled" | "failed";
  readonly message?: CodedText;
}

export interface WorkSlice {
  readonly syncs: readonly RunningSync[];
  readonly endedSyncs: readonly EndedSync[];
  /** Running and waiting campaigns of every connection. */
  readonly running: readonly CampaignStatus[];
  /** Campaigns that have finished sending while delivery or replies are still being checked, by id. */
  readonly watched: readonly string[];
  /** Age and completeness of the current connection's endpoint cache. */
  readonly cache: AsyncState<Completeness>;
  readonly loadWork: () => Promise<void>;
  readonly loadCache: () => Promise<void>;
  readonly loadCampaign: (campaignId: string) => Promise<void>;
  readonly putSync: (sync: Omit<RunningSync, "startedAt">) => void;
  readonly endSync: (ended: EndedSync) => void;
  readonly putProgress: (
    campaignId: string,
    progress: Pick<CampaignStatus, "counts"> & { readonly rate?: number },
  ) => void;
}

const live: readonly CampaignStatus["state"][] = ["running", "waiting", "paused", "scheduled"];

function isRunning({ state }: CampaignStatus): boolean {
  return live.includes(state);
}

function isWatched({ state, watching }: CampaignStatus): boolean {
  return state === "finished" && watching;
}

export const createWorkSlice: SliceCreator<WorkSlice> = (set, get) => {
  const startCopyRequest = createNewestRequest();
  return {
    syncs: [],
    endedSyncs: [],
    running: [],
    watched: [],
    cache: idle,
    loadCache: async () => {
      const isNewest = startCopyRequest();
      const put = (cache: AsyncState<Completeness>): void => {
        if (isNewest()) set({ cache });
      };
      put(loading(get().cache));
      try {
        put(ready(await fleet.fleet.completeness({ collection: "endpoint" })));
      } catch (error) {
        const none = failureOf(error).code === "no-connection";
        put(none ? idle : failed(get().cache, error));
      }
    },
    loadWork: async () => {
      const [{ syncs }, { campaigns }] = await Promise.all([fleet.fleet.syncs({}), fleet.campaigns.list({})]);
      const watched = campaigns.filter(isWatched).map(({ campaignId }) => campaignId);
      set({ syncs, running: campaigns.filter(isRunning), watched });
    },
    loadCampaign: async (campaignId) => {
      let status: CampaignStatus | undefined;
      try {
        status = await fleet.campaigns.status({ campaignId });
      } catch (error) {
        // A campaign that no longer exists was deleted and leaves the status bar. While Fleetdesk is closing, the status bar stays
        // unchanged.
        if (failureOf(error).code !== "campaign-unknown") return;
      }
      set(({ running, watched }) => {
        const rest = running.filter((campaign) => campaign.campaignId !== campaignId);
        const othersWatched = watched.filter((id) => id !== campaignId);
        return {
          running: status !== undefined && isRunning(status) ? [...rest, status] : rest,
          watched: status !== undefined && isWatched(status) ? [...othersWatched, campaignId] : othersWatched,
        };
      });
    },
    putSync: (sync) =>
      set(({ syncs, endedSyncs }) => ({
        syncs: [
          ...syncs.filter((other) => !sameSync(other, sync)),
          { ...sync, startedAt: syncs.find((other) => sameSync(other, sync))?.startedAt ?? Date.now() },
        ],
        endedSyncs: endedSyncs.filter((other) => !sameSync(other, sync)),
      })),
    endSync: (ended) =>
      set(({ syncs, endedSyncs }) => ({
        syncs: syncs.filter((other) => !sameSync(other, ended)),
        endedSyncs: [...endedSyncs.filter((other) => !sameSync(other, ended)), ended],
      })),
    putProgress: (campaignId, { counts, rate }) =>
      set(({ running }) => ({
        running: running.map((campaign) =>
          campaign.campaignId === campaignId ? withProgress(campaign, { counts, rate }) : campaign,
        ),
      })),
  };
};

type SyncKey = Pick<RunningSync, "connection" | "collection">;

function sameSync(a: SyncKey, b: SyncKey): boolean {
  return a.connection === b.connection && a.collection === b.collection;
}

export const workTopics: SliceTopics<WorkSlice> = (slice) => {
  // Only the last delivery check of a campaign removes it from the status bar; the earlier ones, of which there may be many,
  // change nothing here.
  const checkWatched = throttle(
    async () => {
      await Promise.all(slice().watched.map((campaignId) => slice().loadCampaign(campaignId)));
    },
    { everyMs: 2000 },
  );
  return {
    "connections.changed": () => void slice().loadCache(),
    "fleet.changed": ({ collection }) => {
      if (collection === "endpoint") void slice().loadCache();
    },
    "fleet.syncProgress": (progress) => slice().putSync(progress),
    "fleet.syncEnded": (ended) => {
      slice().endSync(ended);
      if (ended.collection === "endpoint") void slice().loadCache();
    },
    "shell.visibility": ({ missed }) => {
      if (missed) void Promise.all([slice().loadWork(), slice().loadCache()]);
    },
    "campaigns.changed": ({ campaignId }) => void slice().loadCampaign(campaignId),
    "campaigns.watched": ({ campaignId }) => {
      if (slice().watched.includes(campaignId)) checkWatched();
    },
    "campaigns.progress": ({ campaignId, counts, rate }) => slice().putProgress(campaignId, { counts, rate }),
  };
};
