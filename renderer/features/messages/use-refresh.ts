/** Refreshes a visible thread, and repeats with increasing delays while a message may still change. */
import { useEffect, useState } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { refreshDelay } from "./message-status.ts";

export function useRefresh(endpoint: string): void {
  const refresh = useFleetdesk((state) => state.refreshThread);
  const open = useFleetdesk((state) => state.openThread);
  const online = useFleetdesk((state) => state.networkOnline);
  const changes = useFleetdesk((state) => dataOf(state.thread)?.open === true);
  const messages = useFleetdesk((state) => dataOf(state.thread)?.items.length ?? 0);
  /** A new message resets the delay. */
  const [schedule, setSchedule] = useState({ of: 0, turn: 0 });
  const turn = schedule.of === messages ? schedule.turn : 0;
  useEffect(() => {
    void open(endpoint);
    if (online) void refresh(endpoint);
  }, [endpoint, online, open, refresh]);
  // Refreshes when the window becomes visible again.
  useEffect(() => {
    const handleVisibility = (): void => {
      if (!document.hidden && online) void refresh(endpoint);
    };
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, [endpoint, online, refresh]);
  useEffect(() => {
    if (!changes || !online) return undefined;
    const timer = window.setTimeout(() => {
      if (!document.hidden) void refresh(endpoint);
      setSchedule({ of: messages, turn: turn + 1 });
    }, refreshDelay(turn));
    return () => window.clearTimeout(timer);
  }, [changes, endpoint, messages, online, refresh, turn]);
}
