/** What happened to a campaign as a whole, the latest first: quiet, a few lines unless one wants all of them. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { exactly } from "../../lib/format.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./campaigns.module.css";
import type { CampaignStep } from "./campaigns-slice.ts";

const few = 5;
const most = 500;

export function StepsPanel({ steps }: { readonly steps: readonly CampaignStep[] }): ReactElement | undefined {
  const [all, showAll] = useState(false);
  if (steps.length === 0) return undefined;
  const shown = steps.toReversed().slice(0, all ? most : few);
  return (
    <Panel
      aside={
        steps.length > few ? (
          <Button onClick={() => showAll(!all)} variant="subtle">
            {all ? "Fewer" : `All ${steps.length}`}
          </Button>
        ) : undefined
      }
      title="What happened"
    >
      <ol className={classes["steps"]} reversed>
        {shown.map(({ at, event, state, reason, message }, index) => (
          <li key={steps.length - index}>
            <time dateTime={new Date(at).toISOString()}>{exactly(at)}</time>
            <b>{eventWords[event] ?? event}</b>
            <span className="muted">{message ?? (reason === undefined ? state : reason.replaceAll("-", " "))}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const eventWords: Readonly<Partial<Record<string, string>>> = {
  plan: "planned",
  confirm: "confirmed",
  schedule: "scheduled",
  start: "started",
  wait: "waiting",
  pause: "paused",
  finish: "finished",
  cancel: "cancelled",
  reopen: "opened again",
  recover: "found interrupted",
  retry: "put back",
};
