/** Follows a list of events while the page is visible: a lease that is renewed, and the follower's state. */
import type { FollowState } from "#shared/contract/events/events.ts";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface FollowSlice {
  /** The operator's setting; applies to every list. */
  readonly eventsFollowing: boolean;
  readonly eventsFollow: AsyncState<FollowState>;
  readonly setEventsFollowing: (following: boolean) => void;
  /** Starts following, or renews the lease. Never rejects. */
  readonly followEvents: (scope: EventScope) => Promise<void>;
  readonly unfollowEvents: () => Promise<void>;
}

/** The lease is renewed long before it expires, since the response also reports when the list was last read. */
export const renewAfterMs = 5_000;

export const createFollowSlice: SliceCreator<FollowSlice> = (set, get) => {
  /** The followed list; a late response for another one releases its lease. */
  let turn: object | undefined;
  let scopeKey: string | undefined;
  const releaseLease = async (lease: string): Promise<void> => {
    try {
      await fleet.events.unfollow({ lease });
    } catch {
      // The lease expires if it is not renewed.
    }
  };
  return {
    eventsFollowing: false,
    eventsFollow: idle,
    setEventsFollowing: (eventsFollowing) => set({ eventsFollowing }),
    followEvents: async (scope) => {
      const key = JSON.stringify(scope);
      if (turn === undefined || scopeKey !== key) [turn, scopeKey] = [{}, key];
      const mine = turn;
      const lease = dataOf(get().eventsFollow)?.lease;
      try {
        const state = await fleet.events.follow({ scope, lease });
        if (turn === mine) set({ eventsFollow: ready(state) });
        else await releaseLease(state.lease);
      } catch (error) {
        if (turn === mine) set({ eventsFollow: failed(get().eventsFollow, error) });
      }
    },
    unfollowEvents: async () => {
      const lease = dataOf(get().eventsFollow)?.lease;
      turn = undefined;
      set({ eventsFollow: idle });
      if (lease !== undefined) await releaseLease(lease);
    },
  };
};

export const followTopics: SliceTopics<FollowSlice> = (slice) => ({
  "events.followChanged": ({ lease, scope }) => {
    if (dataOf(slice().eventsFollow)?.lease === lease) void slice().followEvents(scope);
  },
});
