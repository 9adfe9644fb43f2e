/** One campaign in tabs below a head that stays: overview, recipients, timeline and settings. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import { loadable } from "../../ui/loadable.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { Address } from "../../lib/address.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { PageTabs, Page } from "../../ui/page-frame/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type CampaignDetail, openNextWave, reloadCampaign } from "./campaign-actions.ts";
import { CampaignBreakdown, CampaignChart, StepsPanel } from "./campaign-chart.tsx";
import type { CampaignStep } from "./campaign-series.ts";
import classes from "./campaigns.module.css";
import { recallMessages } from "./recall-actions.ts";
import { RecallPanel } from "./recall-panel.tsx";
import { RecipientsPanel } from "./recipients-panel.tsx";
import { formatNumber, formatTime } from "#shared/format.ts";
import { campaignLabel, replyLabel } from "../../lib/outcome-labels.ts";
import { useConnection, useConnectionData } from "../../data/connection.ts";
import { SignInLink } from "../../ui/sign-in-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { CampaignActionBar } from "./campaign-action-bar.tsx";
import {
  audienceSize,
  countSentence,
  deliveryShares,
  excludedShare,
  expectsAnswers,
  formatSize,
  isCounted,
  outcomeShares,
  paceTexts,
  percent,
  sharesOf,
  stateSince,
} from "./campaign-counts.ts";
import { copyText } from "../../ui/virtual-table/copy.ts";
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { ActionButton, runAction } from "../../app/actions/run-action.tsx";
import { formatGateProgress, phaseLabel, visibleWaves, waveName } from "./wave-text.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { ShareBar } from "./share-bar.tsx";

/** Shares its parts with the wizard. */
const CampaignSettings = loadable(async () => (await import("./campaign-settings.tsx")).CampaignSettings);

const tabs = [
  { id: "overview", title: t(($) => $.campaigns.tabs.overview) },
  { id: "recipients", title: t(($) => $.campaigns.recipients.title) },
  { id: "timeline", title: t(($) => $.campaigns.tabs.timeline) },
  { id: "settings", title: t(($) => $.campaigns.tabs.settings) },
] as const;
type CampaignTab = (typeof tabs)[number]["id"];

function tabOf({ path }: Address): CampaignTab {
  return tabs.find(({ id }) => id === path[2])?.id ?? "overview";
}

const renewEveryMs = 2000;
const noWaves = { waves: [] };
const noPoints = { points: [], throttles: [] };
const noSteps = { steps: [] };

export function CampaignPage({ campaignId }: { readonly campaignId: string }): ReactElement {
  const tab = useFleetdesk((state) => tabOf(state.address));
  const input = { campaignId };
  const statusState = useFleetQuery("campaigns.status", input, { reloadOnOpen: true });
  const wavesState = useFleetQuery("campaigns.waves", input, { reloadOnOpen: true });
  const timeline = useFleetQuery("campaigns.timeline", input, { reloadOnOpen: true });
  const stepsState = useFleetQuery("campaigns.steps", input, { reloadOnOpen: true });
  const status = dataOf(statusState);
  // No topic arrives while the campaign waits for the rate limit, but its rate falls: the status is polled.
  const running = status?.state === "running";
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) void reloadQueries("campaigns.status");
    }, renewEveryMs);
    return () => window.clearInterval(timer);
  }, [running]);
  useRequestedRecall(status);
  const { waves } = dataOf(wavesState) ?? noWaves;
  const { points, throttles } = dataOf(timeline) ?? noPoints;
  const { steps } = dataOf(stepsState) ?? noSteps;
  const detail = useMemo(() => (status === undefined ? undefined : { status, waves }), [status, waves]);
  const failure = [statusState, wavesState, timeline, stepsState].map(failureIn).find((one) => one !== undefined);
  const again = <Button onClick={() => void reloadCampaign()}>{t(($) => $.campaigns.page.reload)}</Button>;
  if (detail === undefined) {
    return (
      <Page label={t(($) => $.campaigns.campaign)}>
        {failure === undefined ? (
          <div aria-busy="true" aria-label={t(($) => $.common.loading)} role="status" />
        ) : (
          <FailureNotice
            actions={
              <>
                {again}
                <Button component="a" href="#/campaigns">
                  {t(($) => $.campaigns.allCampaigns)}
                </Button>
              </>
            }
            failure={failure}
            title={t(($) => $.campaigns.page.loadFailed)}
          />
        )}
      </Page>
    );
  }
  return (
    <Page label={t(($) => $.campaigns.campaign)}>
      <CampaignHead detail={detail} steps={steps} tab={tab} />
      <div className={classes["notes"]}>
        <FailureCallout actions={again} failure={failure} title={t(($) => $.campaigns.page.stale)} />
        <EvidenceHeadNote campaignId={campaignId} />
      </div>
      {tab === "recipients" ? (
        <RecipientsPanel detail={detail} />
      ) : (
        <div className={classes["body"]} key={tab}>
          {tab === "overview" ? <Overview detail={detail} /> : undefined}
          {tab === "settings" ? (
            <CampaignSettings status={detail.status} />
          ) : (
            <section className={classes["chart"]}>
              <CampaignChart points={points} status={detail.status} steps={steps} throttles={throttles} />
            </section>
          )}
          {tab === "timeline" ? (
            <>
              <CampaignBreakdown status={detail.status} />
              <StepsPanel steps={steps} />
            </>
          ) : undefined}
        </div>
      )}
    </Page>
  );
}

function Overview({ detail }: { readonly detail: CampaignDetail }): ReactElement {
  return (
    <>
      <RecallPanel status={detail.status} />
      <CampaignCards status={detail.status} />
      <WavesPanel detail={detail} />
    </>
  );
}

/** A link can open the confirmation of a recall: the notification of "Stop all sending" has one. */
function useRequestedRecall(status: CampaignStatus | undefined): void {
  const isRequested = useFleetdesk((state) => state.address.query["recall"] === "confirm");
  const setQuery = useFleetdesk((state) => state.setQuery);
  useEffect(() => {
    // The status may still be older than the stop.
    if (!isRequested || status === undefined) return;
    if (recallMessages.disabledReason?.(status, useFleetdesk.getState()) !== undefined) return;
    setQuery({ recall: undefined }, { replace: true });
    void runAction(recallMessages, status);
  }, [isRequested, status, setQuery]);
}

interface CampaignHeadProps {
  readonly detail: CampaignDetail;
  readonly steps: readonly CampaignStep[];
  readonly tab: CampaignTab;
}

/** Head of a campaign's page: name, state, reason of a wait, actions and tabs. Its lines stay while figures arrive. */
function CampaignHead({ detail, steps, tab }: CampaignHeadProps): ReactElement {
  const { status } = detail;
  const { text, tone } = campaignLabel(status);
  const now = useNow(1000);
  const here = useConnection()?.name === status.connection;
  const governor = useConnectionData("connections.governor");
  const session = useConnectionData("session.get");
  const pace = paceTexts(status, here ? { governor, session, now } : { governor: undefined, session: undefined, now });
  const since = stateSince(steps);
  const about = [
    ...(here ? [] : [t(($) => $.campaigns.head.connection, { connection: status.connection })]),
    ...(since === undefined ? [] : [t(($) => $.campaigns.head.since, { time: formatTime(since, now) })]),
    formatSize(status),
  ];
  const details = [...about, ...pace].join(" · ");
  return (
    <header className={classes["top"]}>
      <div className={classes["title"]}>
        <h1>{status.name}</h1>
        <StatusPill tone={tone}>{text}</StatusPill>
        {status.watching && status.state === "finished" ? (
          <StatusPill tone="waiting">{t(($) => $.campaigns.head.checkingDelivery)}</StatusPill>
        ) : undefined}
        <CampaignActionBar status={status} />
      </div>
      <p className={classes["sentence"]}>
        <b>{t(($) => $.campaigns.counts.sentence, { counts: countSentence(status.counts) })}</b>{" "}
        {status.state === "running" ? "" : status.message && formatText(status.message, now)}
        {status.reason === "needs-sign-in" ? <SignInLink connection={status.connection} /> : undefined}
      </p>
      <p className={`muted ${classes["pace"]}`} title={details}>
        {details}
      </p>
      <PageTabs
        label={t(($) => $.campaigns.campaign)}
        tabs={tabs.map(({ id, title }) => ({
          title,
          at: `/campaigns/${status.campaignId}${id === "overview" ? "" : `/${id}`}`,
          current: id === tab,
        }))}
      />
    </header>
  );
}

/** The full head of an exported evidence file, until dismissed. Stored elsewhere, it proves later that the file is the same. */
function EvidenceHeadNote({ campaignId }: { readonly campaignId: string }): ReactElement | undefined {
  const evidence = useFleetdesk((state) => state.evidenceHeads[campaignId]);
  const dismiss = useFleetdesk((state) => state.dismissEvidenceHead);
  const announce = useFleetdesk((state) => state.announce);
  if (evidence === undefined || evidence.dismissed === true) return undefined;
  const { head, file } = evidence;
  return (
    <Callout
      actions={
        <>
          <Button
            onClick={() =>
              void copyText(
                head,
                t(($) => $.campaigns.evidence.headCopied),
              ).then(announce)
            }
            variant="filled"
          >
            {t(($) => $.campaigns.evidence.copyHead)}
          </Button>
          <Button onClick={() => dismiss(campaignId)}>{t(($) => $.campaigns.evidence.dismiss)}</Button>
        </>
      }
      title={t(($) => $.campaigns.evidence.exported)}
      tone="good"
    >
      <p>{file}</p>
      <p>{t(($) => $.campaigns.evidence.storeHead)}</p>
      <p className={`mono ${classes["evidenceHead"]}`}>{head}</p>
    </Callout>
  );
}

/** The waves of a campaign in a row, with progress and gate. */
function WavesPanel({ detail }: { readonly detail: CampaignDetail }): ReactElement | undefined {
  const { status, waves } = detail;
  const now = useNow(1000);
  if (waves.length === 0) return undefined;
  const { visible, left } = visibleWaves(waves, status.wave?.open ?? 0);
  return (
    <Panel
      aside={<ActionButton action={openNextWave} target={status} />}
      title={t(($) => $.campaigns.waves.title, { count: waves.length })}
    >
      <ol className={classes["waves"]}>
        {visible.map((wave) => (
          <Wave
            campaignId={status.campaignId}
            current={wave.wave === status.wave?.open}
            key={wave.wave}
            now={now}
            wave={wave}
          />
        ))}
      </ol>
      {left === 0 ? undefined : <p className="muted">{t(($) => $.campaigns.waves.moreClosed, { count: left })}</p>}
    </Panel>
  );
}

interface WaveProps {
  readonly campaignId: string;
  readonly wave: WaveStatus;
  readonly current: boolean;
  readonly now: number;
}

function Wave({ campaignId, wave, current, now }: WaveProps): ReactElement {
  const navigate = useFleetdesk((state) => state.navigate);
  const { phase, sent, size, message } = wave;
  const label = phaseLabel(wave);
  return (
    <li aria-current={current ? "step" : undefined} className={classes["wave"]} data-phase={phase}>
      <div className={classes["waveHead"]}>
        <button
          className={classes["waveName"]}
          onClick={() =>
            navigate({ path: ["campaigns", campaignId, "recipients"], query: { wave: String(wave.wave) } })
          }
          title={t(($) => $.campaigns.waves.showRecipients)}
          type="button"
        >
          {waveName(wave)}
        </button>
        <StatusPill tone={label.tone}>{label.text}</StatusPill>
      </div>
      <div className={classes["waveBar"]}>
        <i style={{ width: `${size === 0 ? 0 : (Math.min(sent, size) / size) * 100}%` }} />
      </div>
      <p>{t(($) => $.campaigns.waves.sentOf, { sent, size })}</p>
      <p className="muted">{formatGateProgress(wave, now)}</p>
      {message === undefined ? undefined : <p className="muted">{formatText(message, wave.decidedAt)}</p>}
    </li>
  );
}

// Outcome, delivery status and replies of a campaign in three cards.

function CampaignCards({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { counts, delivery, replies } = status;
  const navigate = useFleetdesk((state) => state.navigate);
  const session = useConnectionData("session.get");
  const isSignedOut = session?.connection === status.connection && session.state === "signed-out";
  const outcomes = outcomeShares(counts);
  const open = (name: "outcome" | "delivery" | "reply") => (values: readonly string[]) =>
    navigate({ path: ["campaigns", status.campaignId, "recipients"], query: { [name]: values.join(",") } });
  const deliveries = deliveryShares(status);
  const expected = expectsAnswers(status);
  // If no reply is expected, unknown replies are omitted: the bar is empty where there is none.
  const answers = sharesOf("reply", replies, replyLabel).filter(({ id }) => expected || id !== "unknown");
  const answered = replies[expected ? "as-expected" : "answered"] ?? 0;
  return (
    <div className={classes["cards"]}>
      <Panel
        aside={
          status.matchedByText === 0 ? undefined : (
            <span className="muted">{t(($) => $.campaigns.cards.matchedByText, { count: status.matchedByText })}</span>
          )
        }
        title={t(($) => $.campaigns.cards.outcome)}
      >
        <p className={classes["figure"]}>
          {status.startedAt === undefined ? "–" : formatNumber(counts.accepted)}{" "}
          <small>
            {status.startedAt === undefined
              ? t(($) => $.campaigns.cards.notStarted)
              : t(($) => $.campaigns.cards.acceptedOf, {
                  total: audienceSize(counts),
                  percent: percent(counts.accepted, audienceSize(counts)),
                })}
          </small>
        </p>
        <ShareBar label={t(($) => $.campaigns.cards.outcome)} shares={outcomes} />
        <div className={classes["chips"]}>
          <CountChips
            chips={[...outcomes, excludedShare(counts)].filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByOutcome)}
            onPress={open("outcome")}
            pressed={[]}
          />
        </div>
      </Panel>
      <Panel
        aside={
          status.watching ? (
            <span className="muted">
              {isSignedOut ? t(($) => $.campaigns.cards.signInToCheck) : t(($) => $.campaigns.cards.checking)}
            </span>
          ) : undefined
        }
        title={t(($) => $.campaigns.cards.delivered)}
      >
        <p className={classes["figure"]}>
          <Figure accepted={counts.accepted} value={delivery["delivered"] ?? 0} />
        </p>
        <ShareBar label={t(($) => $.campaigns.cards.delivery)} shares={deliveries} />
        <div className={classes["chips"]}>
          <CountChips
            chips={deliveries.filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByDelivery)}
            onPress={open("delivery")}
            pressed={[]}
          />
        </div>
      </Panel>
      <Panel
        aside={expected ? undefined : <span className="muted">{t(($) => $.campaigns.cards.noReplyExpected)}</span>}
        title={expected ? t(($) => $.campaigns.cards.expectedReplies) : t(($) => $.campaigns.cards.replies)}
      >
        {expected || answered > 0 ? (
          <>
            <p className={classes["figure"]}>
              <Figure accepted={counts.accepted} value={answered} />
            </p>
            <ShareBar label={t(($) => $.campaigns.cards.replies)} shares={answers} whole={counts.accepted} />
          </>
        ) : undefined}
        <div className={classes["chips"]}>
          <CountChips
            chips={answers.filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByReply)}
            onPress={open("reply")}
            pressed={[]}
          />
        </div>
      </Panel>
    </div>
  );
}

/** A number with its share of the accepted messages; a dash before any is accepted. */
function Figure({ value, accepted }: { readonly value: number; readonly accepted: number }): ReactElement {
  if (accepted === 0)
    return (
      <>
        – <small>{t(($) => $.campaigns.cards.nothingAccepted)}</small>
      </>
    );
  return (
    <>
      {formatNumber(value)}{" "}
      <small>{t(($) => $.campaigns.cards.ofAccepted, { total: accepted, percent: percent(value, accepted) })}</small>
    </>
  );
}
