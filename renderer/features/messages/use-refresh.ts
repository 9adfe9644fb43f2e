/** Refreshes a visible thread, and repeats with increasing delays while a message may still change. */
import { useEffect, useState } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { refreshDelay } from "./message-status.ts";
import { refreshThread } from "./refresh-thread.ts";

export function useRefresh(endpoint: string): void {
  const online = useFleetdesk((state) => state.networkOnline);
  const thread = useFleetData("sms.thread", { endpoint });
  const changes = thread?.open === true;
  const messages = thread?.items.length ?? 0;
  /** A new message resets the delay. */
  const [schedule, setSchedule] = useState({ of: 0, turn: 0 });
  const turn = schedule.of === messages ? schedule.turn : 0;
  useEffect(() => {
    if (online) void refreshThread(endpoint);
  }, [endpoint, online]);
  // Refreshes when the window becomes visible again.
  useEffect(() => {
    const handleVisibility = (): void => {
      if (!document.hidden && online) void refreshThread(endpoint);
    };
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, [endpoint, online]);
  useEffect(() => {
    if (!changes || !online) return undefined;
    const timer = window.setTimeout(() => {
      if (!document.hidden) void refreshThread(endpoint);
      setSchedule({ of: messages, turn: turn + 1 });
    }, refreshDelay(turn));
    return () => window.clearTimeout(timer);
  }, [changes, endpoint, messages, online, turn]);
}
