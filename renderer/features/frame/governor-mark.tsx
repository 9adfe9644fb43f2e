/** Says when the request budget makes background work wait, and for how long. */
import { type ReactElement, useEffect } from "react";
import { lasting } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";

const shortestMs = 1000;

export function GovernorMark(): ReactElement | undefined {
  const governor = useFleetdesk((state) => shown(state.governor));
  const load = useFleetdesk((state) => state.loadGovernor);
  const waiting = governor !== undefined && governor.waitingMs > 0;
  // The end of a wait is told by a topic; its remaining time is not.
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = window.setInterval(() => void load(), 2000);
    return () => window.clearInterval(timer);
  }, [waiting, load]);
  // Shorter waits pass before they are read.
  if (!waiting || governor.waitingMs < shortestMs) return undefined;
  return (
    <StatusPill
      title={`${governor.reason ?? "The rate limit is used up."} Requests you make yourself have a reserve and are not delayed.`}
      tone="neutral"
    >
      background requests paused for {lasting(governor.waitingMs)}
    </StatusPill>
  );
}
