/** Running syncs and campaigns, with buttons to stop them. The emergency stop is always available. */
import { t } from "#shared/texts/text.ts";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import { keyLabels } from "../../lib/keys.ts";
import { ActionButton } from "../actions/run-action.tsx";
import { stopEverything } from "../actions/stop-everything.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import classes from "./status-bar.module.css";
import { Button, Progress } from "@mantine/core";
import { formatNumber, formatDuration } from "#shared/format.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { cancelSync } from "../../features/fleet/sync-actions.ts";
import { useConnection, useConnectionData } from "../../data/connection.ts";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { MiddleTruncate } from "../../ui/middle-truncate.tsx";
import { useNow } from "../../ui/use-now.ts";
import { campaignLabel, campaignMessage } from "../../lib/outcome-labels.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import { isActiveCampaign } from "#shared/rules/campaign-status.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { pauseCampaign, startCampaign } from "../../features/campaigns/campaign-actions.ts";

/** From this width on, the status bar fits two campaigns with their buttons; below it, or next to a sync, one fewer. */
const wideEnough = "(min-width: 1400px)";

export function StatusBar(): ReactElement {
  const campaigns = useFleetData("campaigns.list", {})?.campaigns;
  const active = (campaigns ?? []).filter(isActiveCampaign);
  const syncing = useFleetdesk((state) => state.syncs.length > 0);
  const onQuotas = useFleetdesk((state) => state.quotaWork.length > 0);
  const exporting = useFleetdesk((state) => state.cancelExport !== undefined);
  const wide = useMediaQuery(wideEnough);
  // Campaigns that are sending come first.
  const visible = active
    .toSorted((a, b) => Number(b.state === "running") - Number(a.state === "running"))
    .slice(0, wide && !syncing && !onQuotas ? 2 : 1);
  return (
    <footer aria-label={t(($) => $.shell.work.label)} className={classes["bar"]} data-pane="work">
      {!syncing && !onQuotas && !exporting && active.length === 0 ? (
        <span className="muted">{idleText(campaigns)}</span>
      ) : undefined}
      <RunningSyncs />
      <RunningQuotas />
      <RunningExport />
      {visible.map((campaign) => (
        <RunningCampaign campaign={campaign} key={campaign.campaignId} />
      ))}
      {active.length > visible.length ? (
        <a className={classes["more"]} href="#/campaigns">
          {t(($) => $.shell.work.more, { others: active.length - visible.length })}
        </a>
      ) : undefined}
      <ActionButton
        action={stopEverything}
        aria-keyshortcuts="Control+."
        className={classes["stop"] ?? ""}
        rightSection={<Keys labels={keyLabels(stopEverything.keys ?? "")} />}
      />
    </footer>
  );
}

/** The text while nothing is sent, synced or exported; undefined while the campaigns are not loaded. */
export function idleText(campaigns: readonly CampaignStatus[] | undefined): string | undefined {
  if (campaigns === undefined) return undefined;
  const watched = campaigns.filter(({ state, watching }) => state === "finished" && watching).length;
  return watched === 0 ? t(($) => $.shell.work.none) : t(($) => $.shell.work.checkingDelivery, { count: watched });
}

interface WorkProgressProps {
  readonly label: string;
  readonly done?: number;
  /** Missing while it is unknown. */
  readonly total?: number;
}

function WorkProgress({ label, done = 0, total = 0 }: WorkProgressProps): ReactElement {
  return (
    <Progress
      animated={total === 0}
      aria-label={label}
      className={classes["progress"] ?? ""}
      size={6}
      value={total === 0 ? 100 : Math.min(100, (done / total) * 100)}
    />
  );
}

function doneText(done: number, total: number | undefined): string {
  return total === undefined
    ? formatNumber(done)
    : t(($) => $.shell.work.progress, { done: formatNumber(done), total: formatNumber(total) });
}

/** Running quota work (refreshes, reading previous values, changes) as one line with a link. */
function RunningQuotas(): ReactElement | undefined {
  const running = useFleetdesk((state) => state.quotaWork);
  // Changes take precedence over reads.
  const visible = running.find(({ work }) => work === "writing") ?? running.at(-1);
  if (visible === undefined) return undefined;
  const { work, id, done, total } = visible;
  const label = t(($) => $.shell.quotaWork[work]);
  return (
    <div className={classes["work"]}>
      <a href={work === "refresh" ? "#/quotas" : `#/quotas/changes/${id}`}>{label}</a>
      <WorkProgress done={done} label={t(($) => $.shell.quotaWork.progress, { work: label })} total={total} />
      <span>{doneText(done, total)}</span>
      {running.length > 1 ? (
        <span className="muted">{t(($) => $.shell.work.more, { others: running.length - 1 })}</span>
      ) : undefined}
    </div>
  );
}

/** The export of rows to a file. */
function RunningExport(): ReactElement | undefined {
  const cancel = useFleetdesk((state) => state.cancelExport);
  if (cancel === undefined) return undefined;
  return (
    <div className={classes["work"]}>
      <b>{t(($) => $.shell.work.exporting)}</b>
      <WorkProgress label={t(($) => $.shell.work.exporting)} />
      <Button onClick={cancel}>{t(($) => $.shell.work.cancelExport)}</Button>
    </div>
  );
}

const syncing: Readonly<Record<Collection, string>> = {
  endpoint: t(($) => $.shell.sync.running.endpoint),
  sim: t(($) => $.shell.sync.running.sim),
  imsi: t(($) => $.shell.sync.running.imsi),
  organisation: t(($) => $.shell.sync.running.organisation),
  user: t(($) => $.shell.sync.running.user),
  tariff_plan: t(($) => $.shell.sync.running.tariffPlan),
};

/** Running syncs as one line: collections are synced one after another. */
function RunningSyncs(): ReactElement | undefined {
  const sync = useFleetdesk((state) => state.syncs.at(-1));
  const isElsewhere = useConnection()?.name !== sync?.connection;
  const now = useNow(1000);
  if (sync === undefined) return undefined;
  const { connection, done, total, startedAt, collection } = sync;
  const elapsedMs = now - startedAt;
  const etaMs = total === undefined || done === 0 || elapsedMs < 2000 ? undefined : (elapsedMs / done) * (total - done);
  return (
    <div className={classes["work"]}>
      {isElsewhere ? <ConnectionTag name={connection} /> : undefined}
      <b>{syncing[collection]}</b>
      <WorkProgress done={done} label={syncing[collection]} total={total} />
      <span>{doneText(done, total)}</span>
      {etaMs === undefined || etaMs < 2000 ? undefined : (
        <span className="muted">{t(($) => $.shell.work.timeLeft, { duration: formatDuration(etaMs) })}</span>
      )}
      <ActionButton action={cancelSync} target={{ connection }} />
    </div>
  );
}

/** A running or waiting campaign: progress, rate, remaining time. */
function RunningCampaign({ campaign }: { readonly campaign: CampaignStatus }): ReactElement {
  const { name, state, reason, counts, campaignId, connection } = campaign;
  const all = counts.pending + counts.sending + counts.accepted + counts.refused + counts.unknown;
  const isElsewhere = useConnection()?.name !== connection;
  const governor = useConnectionData("connections.governor");
  const status = statusText(campaign, isElsewhere ? undefined : governor);
  const about = t(($) => $.shell.campaign.stateAndConnection, { state: status, connection });
  const share = (part: number): number => (all === 0 ? 0 : (part / all) * 100);
  return (
    <div className={classes["work"]}>
      {isElsewhere ? <ConnectionTag name={connection} /> : undefined}
      <a href={`#/campaigns/${campaignId}`} title={name}>
        <MiddleTruncate text={name} />
      </a>
      <Progress.Root className={classes["progress"] ?? ""} size={6}>
        <Progress.Section aria-label={t(($) => $.common.accepted)} color="var(--good)" value={share(counts.accepted)} />
        <Progress.Section aria-label={t(($) => $.common.rejected)} color="var(--bad)" value={share(counts.refused)} />
        <Progress.Section
          aria-label={t(($) => $.common.outcomeUnknown)}
          color="var(--unknown)"
          value={share(counts.unknown)}
        />
      </Progress.Root>
      <span>{doneText(all - counts.pending - counts.sending, all)}</span>
      <span className="muted" title={about}>
        {isElsewhere ? status : about}
      </span>
      {state === "running" || state === "waiting" ? (
        <ActionButton action={pauseCampaign} target={campaign} />
      ) : undefined}
      {state === "paused" && reason !== "canary-gate" ? (
        <ActionButton action={startCampaign} target={campaign} />
      ) : undefined}
    </div>
  );
}

function rateText(rate: number): string {
  return rate >= 1
    ? t(($) => $.shell.campaign.perSecond, { rate: Math.round(rate) })
    : t(($) => $.shell.campaign.perMinute, { rate: Math.round(rate * 60) });
}

function statusText(status: CampaignStatus, governor: GovernorView | undefined): string {
  const { state, rate, etaMs } = status;
  const message = campaignMessage(status, governor);
  if (state !== "running") return message ?? campaignLabel(status).text;
  const speed = rate === undefined ? [] : [rateText(rate)];
  const left = etaMs === undefined ? [] : [t(($) => $.shell.work.timeLeft, { duration: formatDuration(etaMs) })];
  return [...speed, ...left, ...(message === undefined ? [] : [message])].join(" · ");
}
