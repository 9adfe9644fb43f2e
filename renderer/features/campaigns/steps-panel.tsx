/** What happened to a campaign as a whole, oldest first. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./campaigns.module.css";

export function StepsPanel({ campaignId }: { readonly campaignId: string }): ReactElement {
  const refine = useFleetdesk((now) => now.refine);
  const steps = useRemote(useCallback((signal) => fleet.campaigns.steps({ campaignId }, signal), [campaignId]));
  return (
    <Panel aside={<Button onClick={() => refine({ log: undefined })}>Close</Button>} title="Step by step">
      {steps.state === "failed" ? <p role="alert">{steps.failure.message}</p> : undefined}
      <ol className={classes["steps"]}>
        {(shown(steps)?.steps ?? []).map((step, index) => (
          // Steps are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={index}>
            <time>{exactly(step.at)}</time>
            <b>{step.state}</b>
            <span className="muted">{[step.reason, step.message].filter((word) => word !== undefined).join(": ")}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
