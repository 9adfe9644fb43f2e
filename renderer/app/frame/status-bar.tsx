/** Running syncs and campaigns, with buttons to stop them. The emergency stop is always available. */
import { t } from "#shared/texts/text.ts";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import { keyLabels } from "../../lib/keys.ts";
import { ActionButton } from "../actions/run-action.tsx";
import { stopEverything } from "../actions/stop-everything.ts";
import { useFleetdesk } from "../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import classes from "./status-bar.module.css";
import { RunningCampaign } from "./running-campaign.tsx";
import { RunningQuotas } from "./running-quotas.tsx";
import { RunningSyncs } from "./running-syncs.tsx";

/** From this width on, the status bar fits two readable campaigns; below it, or next to a sync, one fewer. */
const wideEnough = "(min-width: 1240px)";

export function StatusBar(): ReactElement {
  const running = useFleetdesk((state) => state.running);
  const watched = useFleetdesk((state) => state.watched.length);
  const syncing = useFleetdesk((state) => state.syncs.length > 0);
  const onQuotas = useFleetdesk((state) => state.quotaWork.length > 0);
  const wide = useMediaQuery(wideEnough);
  // Campaigns that are sending come first.
  const visible = running
    .toSorted((a, b) => Number(b.state === "running") - Number(a.state === "running"))
    .slice(0, wide && !syncing && !onQuotas ? 2 : 1);
  return (
    <footer aria-label={t(($) => $.shell.work.label)} className={classes["bar"]} data-pane="work">
      {!syncing && !onQuotas && running.length === 0 ? (
        <span className="muted">
          {watched === 0 ? t(($) => $.shell.work.none) : t(($) => $.shell.work.checkingDelivery, { count: watched })}
        </span>
      ) : undefined}
      <RunningSyncs />
      <RunningQuotas />
      {visible.map((campaign) => (
        <RunningCampaign campaign={campaign} key={campaign.campaignId} />
      ))}
      {running.length > visible.length ? (
        <a className={classes["more"]} href="#/campaigns">
          {t(($) => $.shell.work.more, { others: running.length - visible.length })}
        </a>
      ) : undefined}
      <div className={classes["gap"]} />
      <ActionButton
        action={stopEverything}
        aria-keyshortcuts="Control+."
        className={classes["stop"] ?? ""}
        rightSection={<Keys labels={keyLabels(stopEverything.keys ?? "")} />}
      />
    </footer>
  );
}
