/** The plan that a draft was frozen as: what it was frozen of, how it stands, and what stands in its way. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { DraftBody } from "#contract/drafts.ts";
import type { FleetClient } from "#contract/index.ts";
import type { Failure } from "#contract/kit.ts";
import { createNewestRequest } from "../../lib/newest-request.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { type ChangedPart, changedParts, type PlannedWith } from "./frozen-model.ts";

export interface Frozen {
  readonly status: CampaignStatus;
  readonly planned: PlannedWith;
}

export type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;

/** A question that takes a while and can be given up. */
export interface Asking {
  readonly done: number;
  readonly total: number | undefined;
}

export interface FrozenSlice {
  /** Campaign that `frozen` is about. */
  readonly frozenId: string | undefined;
  readonly frozen: Remote<Frozen>;
  /** What was frozen in this window, as it was written; long lists of ids are kept nowhere else. */
  readonly frozenBody: { readonly campaignId: string; readonly body: DraftBody } | undefined;
  readonly freezing: { readonly name: string; readonly rows: number } | undefined;
  readonly freezeFailure: Failure | undefined;
  readonly quotaAsking: Asking | undefined;
  readonly loadFrozen: (campaignId: string) => Promise<void>;
  /** Answers the campaign, or undefined when it failed or was given up. */
  readonly freezeDraft: (id: number, body: DraftBody) => Promise<string | undefined>;
  readonly stopFreezing: () => void;
  readonly heardOfPlanning: (name: string, rows: number) => void;
  readonly heardOfQuotas: (campaignId: string, asking: Asking) => void;
}

export const createFrozenSlice: SliceCreator<FrozenSlice> = (set, get) => {
  let stopping: AbortController | undefined;
  /** The core rejects a second freeze of a draft until the first one has ended, also an aborted one. */
  let lastFreeze: Promise<unknown> = Promise.resolve();
  const startRequest = createNewestRequest();
  return {
    frozenId: undefined,
    frozen: never,
    frozenBody: undefined,
    freezing: undefined,
    freezeFailure: undefined,
    quotaAsking: undefined,
    loadFrozen: async (campaignId) => {
      if (get().frozenId !== campaignId) set({ frozenId: campaignId, frozen: never, quotaAsking: undefined });
      set({ frozen: loading(get().frozen) });
      const isNewest = startRequest();
      try {
        const [status, planned] = await Promise.all([
          fleet.campaigns.status({ campaignId }),
          fleet.campaigns.plannedWith({ campaignId }),
        ]);
        if (isNewest()) set({ frozen: ready({ status, planned }) });
      } catch (error) {
        if (isNewest()) set({ frozen: failed(never, error) });
      }
    },
    freezeDraft: async (id, body) => {
      stopping?.abort();
      const abort = new AbortController();
      stopping = abort;
      set({ freezing: { name: body.name?.trim() ?? "", rows: 0 }, freezeFailure: undefined });
      try {
        await lastFreeze;
        const freezing = fleet.drafts.freeze({ id }, abort.signal);
        lastFreeze = freezing.catch(() => undefined);
        const { campaignId } = await freezing;
        set({ frozenBody: { campaignId, body } });
        await get().loadFrozen(campaignId);
        return campaignId;
      } catch (error) {
        if (!abort.signal.aborted) set({ freezeFailure: failureOf(error) });
        return undefined;
      } finally {
        if (stopping === abort) set({ freezing: undefined });
      }
    },
    stopFreezing: () => {
      stopping?.abort();
      set({ freezing: undefined });
    },
    heardOfPlanning: (name, rows) => {
      if (get().freezing?.name === name) set({ freezing: { name, rows } });
    },
    heardOfQuotas: (campaignId, quotaAsking) => {
      if (get().frozenId === campaignId) set({ quotaAsking });
    },
  };
};

/** The parts that were changed since the review. */
export function changesSince(
  { frozenBody }: Pick<FrozenSlice, "frozenBody">,
  body: DraftBody,
  { status, planned }: Frozen,
): readonly ChangedPart[] {
  const asFrozen = frozenBody?.campaignId === status.campaignId ? frozenBody.body : undefined;
  return changedParts(body, planned, asFrozen);
}

export const frozenTopics: SliceTopics<FrozenSlice> = (slice) => ({
  "campaigns.changed": ({ campaignId }) => {
    if (slice().frozenId === campaignId && slice().freezing === undefined) void slice().loadFrozen(campaignId);
  },
  "campaigns.planProgress": ({ name, rows }) => slice().heardOfPlanning(name, rows),
  "planning.preflightProgress": ({ campaignId, done, total }) => slice().heardOfQuotas(campaignId, { done, total }),
});
