/** Saved views and audiences of the current connection. */
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import type { View } from "#shared/contract/fleet/views.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface ViewsSlice {
  readonly views: AsyncState<readonly View[]>;
  readonly audiences: AsyncState<readonly Audience[]>;
  readonly loadViews: () => Promise<void>;
  readonly loadAudiences: () => Promise<void>;
}

export const createViewsSlice: SliceCreator<ViewsSlice> = (set, get) => {
  const none = (error: unknown): boolean => failureOf(error).code === "no-connection";
  return {
    views: idle,
    audiences: idle,
    loadViews: async () => {
      set({ views: loading(get().views) });
      try {
        set({ views: ready((await fleet.views.list({})).views) });
      } catch (error) {
        set({ views: none(error) ? idle : failed(get().views, error) });
      }
    },
    loadAudiences: async () => {
      set({ audiences: loading(get().audiences) });
      try {
        set({ audiences: ready((await fleet.fleet.audiences({})).audiences) });
      } catch (error) {
        set({ audiences: none(error) ? idle : failed(get().audiences, error) });
      }
    },
  };
};

export const viewsTopics: SliceTopics<ViewsSlice> = (slice) => ({
  "connections.changed": () => void Promise.all([slice().loadViews(), slice().loadAudiences()]),
  "views.changed": () => void slice().loadViews(),
  "shell.visibility": ({ missed }) => {
    if (missed) void Promise.all([slice().loadViews(), slice().loadAudiences()]);
  },
  "fleet.audiencesChanged": () => void slice().loadAudiences(),
});
