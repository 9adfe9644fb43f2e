/** History of a campaign, latest step first; the first few steps unless all are requested. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { OutputOf } from "../../data/fleet-query.ts";
import { formatDateTime } from "#shared/format.ts";
import { pauseReasonText } from "#shared/rules/pause-reasons.ts";
import { campaignStateLabels } from "../../lib/outcome-labels.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./campaigns.module.css";

const few = 5;
const most = 500;

/** A state change of a campaign. */
export type CampaignStep = OutputOf<"campaigns.steps">["steps"][number];

export function StepsPanel({ steps }: { readonly steps: readonly CampaignStep[] }): ReactElement | undefined {
  const [all, showAll] = useState(false);
  if (steps.length === 0) return undefined;
  const visible = steps.toReversed().slice(0, all ? most : few);
  return (
    <Panel
      aside={
        steps.length > few ? (
          <Button onClick={() => showAll(!all)} variant="subtle">
            {all ? t(($) => $.campaigns.steps.showFewer) : t(($) => $.campaigns.steps.showAll, { total: steps.length })}
          </Button>
        ) : undefined
      }
      title={t(($) => $.campaigns.steps.title)}
    >
      <ol className={classes["steps"]} reversed>
        {visible.map(({ at, event, state, reason, message }, index) => (
          <li key={steps.length - index}>
            <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
            <b>{eventLabels[event] ?? event}</b>
            <span className="muted">
              {message ?? (reason === undefined ? stateText(state) : pauseReasonText(reason))}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const eventLabels: Readonly<Partial<Record<string, string>>> = {
  plan: t(($) => $.campaigns.steps.plan),
  confirm: t(($) => $.campaigns.steps.confirm),
  schedule: t(($) => $.campaigns.steps.schedule),
  start: t(($) => $.campaigns.steps.start),
  wait: t(($) => $.campaigns.steps.wait),
  pause: t(($) => $.campaigns.steps.pause),
  finish: t(($) => $.campaigns.steps.finish),
  cancel: t(($) => $.campaigns.steps.cancel),
  reopen: t(($) => $.campaigns.steps.reopen),
  recover: t(($) => $.campaigns.steps.recover),
  retry: t(($) => $.campaigns.steps.retry),
  "ring-opened": t(($) => $.campaigns.steps.waveOpened),
  "ring-failed": t(($) => $.campaigns.steps.waveFailed),
};
/** A state of a newer core is shown unchanged. */
function stateText(state: string): string {
  return (campaignStateLabels as Readonly<Partial<Record<string, { readonly text: string }>>>)[state]?.text ?? state;
}
