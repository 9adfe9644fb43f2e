/** Shows when the rate limit delays requests, which ones, and for how long. */
import { type ReactElement, useEffect } from "react";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { rateLimitLabel } from "./rate-limit-label.ts";

const shortestMs = 1000;
const renewMs = 2000;

export function GovernorIndicator(): ReactElement | undefined {
  const governor = useFleetdesk((state) => dataOf(state.governor));
  // Shorter waits are over before they could be read.
  return governor === undefined || governor.waitingMs < shortestMs ? undefined : (
    <WaitingIndicator governor={governor} />
  );
}

function WaitingIndicator({ governor }: { readonly governor: GovernorView }): ReactElement {
  const load = useFleetdesk((state) => state.loadGovernor);
  const now = useNow(renewMs);
  // The end of a wait is published as a topic; its remaining time has to be polled.
  useEffect(() => {
    const timer = window.setInterval(() => void load(), renewMs);
    return () => window.clearInterval(timer);
  }, [load]);
  const { text, title } = rateLimitLabel(governor, now);
  return (
    <StatusPill title={title} tone="neutral">
      {text}
    </StatusPill>
  );
}
