/** Everything that is recorded of one recipient, oldest first. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./campaigns.module.css";

export function RecipientSteps({
  campaignId,
  row,
}: {
  readonly campaignId: string;
  readonly row: number;
}): ReactElement {
  const show = useFleetdesk((state) => state.showRecipient);
  const steps = useRemote(
    useCallback((signal) => fleet.campaigns.recipientSteps({ campaignId, row }, signal), [campaignId, row]),
  );
  return (
    <aside aria-label={`What happened to row ${row}`} className={classes["history"]}>
      <div className={classes["tools"]}>
        <h2>What happened to row {row}</h2>
        <span className={classes["gap"]} />
        <Button onClick={() => show(undefined)}>Close</Button>
      </div>
      {steps.state === "failed" ? <p role="alert">{steps.failure.message}</p> : undefined}
      {steps.state === "ready" && steps.value.steps.length === 0 ? <p className="muted">Nothing yet.</p> : undefined}
      <ol className={classes["steps"]}>
        {(shown(steps)?.steps ?? []).map(({ at, kind, code, detail }) => (
          <li key={`${at} ${kind} ${code ?? ""}`}>
            <time>{exactly(at)}</time>
            <b>{kind}</b>
            <span className="muted">{[code, detail].filter((word) => word !== undefined).join(": ")}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
