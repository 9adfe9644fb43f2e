/** Following a list of events while somebody looks: a lease that is renewed, and what the follower says of itself. */
import type { FollowState } from "#contract/events.ts";
import type { EventScope } from "#contract/event-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface FollowSlice {
  /** A person wishes it; it stays so from list to list. */
  readonly eventsFollowing: boolean;
  readonly eventsFollow: AsyncState<FollowState>;
  readonly setEventsFollowing: (following: boolean) => void;
  /** Begins, or renews the lease. Never rejects. */
  readonly followEvents: (scope: EventScope) => Promise<void>;
  readonly unfollowEvents: () => Promise<void>;
}

/** The lease is renewed after this time, long before it ends: the answer says as of when the list was read. */
export const renewAfterMs = 5_000;

export const createFollowSlice: SliceCreator<FollowSlice> = (set, get) => {
  /** The list that is followed; an answer that comes late for another one gives its lease back. */
  let turn: object | undefined;
  let scopeKey: string | undefined;
  const giveBack = async (lease: string): Promise<void> => {
    try {
      await fleet.events.unfollow({ lease });
    } catch {
      // It ends by itself when it is not renewed.
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
        const state = await fleet.events.follow({ scope, ...(lease === undefined ? {} : { lease }) });
        if (turn === mine) set({ eventsFollow: ready(state) });
        else await giveBack(state.lease);
      } catch (error) {
        if (turn === mine) set({ eventsFollow: failed(get().eventsFollow, error) });
      }
    },
    unfollowEvents: async () => {
      const lease = dataOf(get().eventsFollow)?.lease;
      turn = undefined;
      set({ eventsFollow: idle });
      if (lease !== undefined) await giveBack(lease);
    },
  };
};

export const followTopics: SliceTopics<FollowSlice> = (slice) => ({
  "events.followChanged": ({ lease, scope }) => {
    if (dataOf(slice().eventsFollow)?.lease === lease) void slice().followEvents(scope);
  },
});
