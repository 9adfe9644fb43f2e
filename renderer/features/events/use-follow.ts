/** Follows a list of events while the page is visible and following is enabled. */
import { useEffect } from "react";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { renewAfterMs } from "./follow-slice.ts";

export function useFollow(scope: EventScope | undefined): void {
  const following = useFleetdesk((state) => state.eventsFollowing);
  const follow = useFleetdesk((state) => state.followEvents);
  const unfollow = useFleetdesk((state) => state.unfollowEvents);
  const asOf = useFleetdesk((state) => dataOf(state.eventsFollow)?.asOf);
  const refreshCoverage = useFleetdesk((state) => state.refreshEventsCoverage);
  // One response reports both the follower's state and the coverage.
  useEffect(() => {
    if (asOf !== undefined) void refreshCoverage();
  }, [asOf, refreshCoverage]);
  useEffect(() => {
    if (!following || scope === undefined) return undefined;
    void follow(scope);
    const timer = window.setInterval(() => void follow(scope), renewAfterMs);
    return () => {
      window.clearInterval(timer);
      void unfollow();
    };
  }, [following, follow, scope, unfollow]);
}
