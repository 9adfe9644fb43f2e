/** Says when the request budget makes everything wait, and for how long. */
import { type ReactElement, useEffect } from "react";
import { lasting } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";

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
  if (!waiting) return undefined;
  return (
    <StatusPill tone="waiting" {...(governor.reason === undefined ? {} : { title: governor.reason })}>
      next request in {lasting(governor.waitingMs)}
    </StatusPill>
  );
}
