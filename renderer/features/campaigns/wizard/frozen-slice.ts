/** The frozen plan of a draft: the frozen body, its status, and obstacles to a start. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../../lib/slice.ts";
import { type ChangedPart, changedFields, type PlannedWith } from "./draft-body.ts";

export interface Frozen {
  readonly status: CampaignStatus;
  readonly planned: PlannedWith;
}

export type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;

/** Progress of a quota check that can be cancelled. */
interface QuotaCheckProgress {
  readonly done: number;
  readonly total: number | undefined;
}

/** A draft as it is saved. */
export interface SavedDraft {
  readonly id: number;
  readonly body: DraftBody;
}

export interface FrozenSlice {
  /** Campaign of `frozen`. */
  readonly frozenId: string | undefined;
  readonly frozen: AsyncState<Frozen>;
  /** The body frozen in this window; long lists of ids are stored nowhere else. */
  readonly frozenBody: { readonly campaignId: string; readonly body: DraftBody } | undefined;
  /** The freeze in progress. `draft`: id of its draft; undefined before that is saved for the first time. */
  readonly freezing: { readonly draft: number | undefined; readonly name: string; readonly rows: number } | undefined;
  readonly freezeFailure: { readonly draft: number | undefined; readonly failure: Failure } | undefined;
  readonly quotaProgress: QuotaCheckProgress | undefined;
  readonly loadFrozen: (campaignId: string) => Promise<void>;
  /**
   * Freezes a draft as `save` resolves with it, once the previous freeze has ended: it may have been edited meanwhile. Resolves with the
   * campaign's id, or undefined after a failure or cancellation.
   */
  readonly freezeDraft: (
    draft: number | undefined,
    save: () => Promise<SavedDraft | undefined>,
  ) => Promise<string | undefined>;
  readonly stopFreezing: () => void;
  readonly setPlanningProgress: (name: string, rows: number) => void;
  readonly setQuotaProgress: (campaignId: string, progress: QuotaCheckProgress) => void;
}

export const createFrozenSlice: SliceCreator<FrozenSlice> = (set, get) => {
  let stopping: AbortController | undefined;
  /** The core rejects a second freeze of a draft until the first one has ended, even an aborted one. */
  let lastFreeze: Promise<unknown> = Promise.resolve();
  const startRequest = createNewestRequest();
  return {
    frozenId: undefined,
    frozen: idle,
    frozenBody: undefined,
    freezing: undefined,
    freezeFailure: undefined,
    quotaProgress: undefined,
    loadFrozen: async (campaignId) => {
      if (get().frozenId !== campaignId) set({ frozenId: campaignId, frozen: idle, quotaProgress: undefined });
      set({ frozen: loading(get().frozen) });
      const isNewest = startRequest();
      try {
        const [status, planned] = await Promise.all([
          fleet.campaigns.status({ campaignId }),
          fleet.campaigns.plannedWith({ campaignId }),
        ]);
        if (isNewest()) set({ frozen: ready({ status, planned }) });
      } catch (error) {
        if (isNewest()) set({ frozen: failed(idle, error) });
      }
    },
    freezeDraft: async (draft, save) => {
      stopping?.abort();
      const abort = new AbortController();
      stopping = abort;
      set({ freezing: { draft, name: "", rows: 0 }, freezeFailure: undefined });
      let id = draft;
      try {
        await lastFreeze;
        const saved = await save();
        if (saved === undefined || abort.signal.aborted) return undefined;
        const { body } = saved;
        id = saved.id;
        set({ freezing: { draft: id, name: body.name?.trim() ?? "", rows: 0 } });
        const freezing = fleet.drafts.freeze({ id }, abort.signal);
        lastFreeze = freezing.catch(() => undefined);
        const { campaignId } = await freezing;
        set({ frozenBody: { campaignId, body } });
        await get().loadFrozen(campaignId);
        return campaignId;
      } catch (error) {
        if (!abort.signal.aborted) set({ freezeFailure: { draft: id, failure: failureOf(error) } });
        return undefined;
      } finally {
        if (stopping === abort) set({ freezing: undefined });
      }
    },
    stopFreezing: () => {
      stopping?.abort();
      set({ freezing: undefined });
    },
    setPlanningProgress: (name, rows) => {
      const { freezing } = get();
      if (freezing?.name === name) set({ freezing: { ...freezing, rows } });
    },
    setQuotaProgress: (campaignId, quotaProgress) => {
      if (get().frozenId === campaignId) set({ quotaProgress });
    },
  };
};

/** The fields changed since the review. */
export function changesSince(
  { frozenBody }: Pick<FrozenSlice, "frozenBody">,
  body: DraftBody,
  { status, planned }: Frozen,
): readonly ChangedPart[] {
  const asFrozen = frozenBody?.campaignId === status.campaignId ? frozenBody.body : undefined;
  return changedFields(body, planned, asFrozen);
}

export const frozenTopics: SliceTopics<FrozenSlice> = (slice) => ({
  "campaigns.changed": ({ campaignId }) => {
    if (slice().frozenId === campaignId && slice().freezing === undefined) void slice().loadFrozen(campaignId);
  },
  "campaigns.planProgress": ({ name, rows }) => slice().setPlanningProgress(name, rows),
  "planning.preflightProgress": ({ campaignId, done, total }) => slice().setQuotaProgress(campaignId, { done, total }),
});

/** Marks the start of a request for `key`; the returned function tells whether it is still the newest. */
type StartRequest = (key?: string) => () => boolean;

function createNewestRequest(): StartRequest {
  const newest = new Map<string, symbol>();
  return (key = "") => {
    const request = Symbol(key);
    newest.set(key, request);
    return () => newest.get(key) === request;
  };
}
