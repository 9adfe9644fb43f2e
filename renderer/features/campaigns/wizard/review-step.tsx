/** Step 4, review: the frozen plan, and obstacles to its start. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { dataOf, failureIn } from "../../../lib/async-state.ts";
import { focusWhenMounted } from "../../../lib/focus.ts";
import { type State, useFleetdesk } from "../../../app/store/store.ts";
import { Callout, FailureCallout } from "../../../ui/callout.tsx";
import { emptyBody } from "./draft-body.ts";
import { type DraftIssue, fieldSelector, issuesOf, startBlocker, steps } from "./draft-issues.ts";
import { changesSince, type Frozen } from "./frozen-slice.ts";
import { PreflightPanels } from "./preflight-panels.tsx";
import { ReviewCards } from "./review-cards.tsx";
import classes from "./wizard.module.css";
import { Panel } from "../../../ui/panel.tsx";
import type { DriftKind } from "#shared/contract/campaigns/planning.ts";
import { useConnection, useConnectionData, useEndpointCache } from "../../../data/connection.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { formatNumber, formatRelative } from "#shared/format.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { useNow } from "../../../ui/use-now.ts";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { wholeNumberOf } from "../../../lib/parse-number.ts";
import { readOnlyReason } from "../../../app/actions/action.ts";
import { ActionButton, useActionValue } from "../../../app/actions/run-action.tsx";
import { ConnectionTag } from "../../../ui/connection-tag.tsx";
import { startCampaign } from "../campaign-actions.ts";
import { numberToType } from "../start-confirmations.ts";
import { testDraft } from "../draft-actions.ts";
import { formatMoment } from "./schedule-time.ts";

export function ReviewStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const campaignId = useFleetdesk((state) => state.wizard?.campaignId);
  const frozen = useFleetdesk((state) => (state.frozenId === campaignId ? dataOf(state.frozen) : undefined));
  const lookUp = useFleetdesk((state) => state.frozenId === campaignId && state.frozen);
  const problem = lookUp === false ? undefined : failureIn(lookUp);
  const isDeleted = problem?.code === "campaign-unknown";
  const load = useFleetdesk((state) => state.loadFrozen);
  const frozenBody = useFleetdesk((state) => state.frozenBody);
  const freezing = useFleetdesk((state) => ofOpenDraft(state, state.freezing));
  const failure = useFleetdesk((state) => ofOpenDraft(state, state.freezeFailure)?.failure);
  const stop = useFleetdesk((state) => state.stopFreezing);
  const freeze = useFreeze();
  const issues = issuesOf(body);
  const complete = issues.length === 0;
  const isLoaded = lookUp !== false;
  useEffect(() => {
    if (campaignId !== undefined && !isLoaded) void load(campaignId);
  }, [campaignId, isLoaded, load]);
  // Opening the review freezes a complete draft that was never frozen: this sends nothing.
  const changes = useMemo(
    () => (frozen === undefined ? [] : changesSince({ frozenBody }, body, frozen)),
    [body, frozen, frozenBody],
  );
  const startedRef = useRef(false);
  useEffect(() => {
    if (startedRef.current || !complete || (campaignId !== undefined && !isDeleted)) return;
    startedRef.current = true;
    void freeze();
  }, [campaignId, complete, freeze, isDeleted]);
  if (!complete) return <IssueList issues={issues} />;
  return (
    <div className={`${classes["column"]} ${classes["review"]}`}>
      {freezing === undefined ? undefined : (
        <Callout
          actions={<Button onClick={stop}>{t(($) => $.planning.review.stop)}</Button>}
          title={t(($) => $.planning.review.preparing)}
          tone="neutral"
        >
          <p role="status">
            {freezing.rows === 0
              ? t(($) => $.planning.review.readingAudience)
              : t(($) => $.planning.review.checkedRows, { count: freezing.rows })}
          </p>
        </Callout>
      )}
      <FailureCallout
        actions={<Button onClick={() => void freeze()}>{t(($) => $.planning.review.again)}</Button>}
        failure={freezing === undefined ? failure : undefined}
        title={t(($) => $.planning.review.failed)}
      />
      {changes.length === 0 || freezing !== undefined ? undefined : (
        <Callout
          actions={
            <Button onClick={() => void freeze()} variant="filled">
              {t(($) => $.planning.review.again)}
            </Button>
          }
          title={t(($) => $.planning.review.changed)}
          tone="waiting"
        >
          <p>
            {t(($) => $.planning.review.changedHelp, {
              parts: changes.map((part) => t(($) => $.planning.review.changedPart[part])).join(", "),
            })}
          </p>
        </Callout>
      )}
      {isDeleted ? undefined : <FailureCallout failure={problem} title={t(($) => $.planning.review.unreadable)} />}
      {frozen === undefined &&
      freezing === undefined &&
      failure === undefined &&
      (problem === undefined || isDeleted) ? (
        <Callout
          actions={
            <Button onClick={() => void freeze()} variant="filled">
              {t(($) => $.planning.review.start)}
            </Button>
          }
          title={isDeleted ? t(($) => $.planning.review.removed) : t(($) => $.planning.review.missing)}
          tone="waiting"
        >
          <p>{t(($) => $.planning.review.missingHelp)}</p>
        </Callout>
      ) : undefined}
      <ReviewCards frozen={frozen} />
      {frozen === undefined ? undefined : (
        <>
          <DriftPanel frozen={frozen} key={`drift ${frozen.status.campaignId}`} onFreeze={() => void freeze()} />
          <PreflightPanels frozen={frozen} key={frozen.status.campaignId} />
          <div className={classes["stickyBar"]}>
            <StartBar changed={changes.length > 0 || freezing !== undefined} frozen={frozen} />
          </div>
        </>
      )}
    </div>
  );
}

/** Undefined if it is about another draft, whose freeze may still run or have failed. */
function ofOpenDraft<Part extends { readonly draft: number | undefined }>(
  { wizard }: State,
  part: Part | undefined,
): Part | undefined {
  return part?.draft === wizard?.id ? part : undefined;
}

/** Issues that prevent freezing the campaign; each opens its step and focuses its field. */
function IssueList({ issues }: { readonly issues: readonly DraftIssue[] }): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const openField = ({ step, field }: DraftIssue): void => {
    setQuery({ step });
    focusWhenMounted(fieldSelector(field), { take: true, scroll: true });
  };
  return (
    <Panel title={t(($) => $.planning.problems.title)}>
      <ul className={classes["issues"]}>
        {issues.map((issue) => (
          <li key={`${issue.step} ${issue.field}`}>
            <span className="muted">{steps.find(({ id }) => id === issue.step)?.title}</span>
            <button className={classes["link"]} onClick={() => openField(issue)} type="button">
              {issue.message}
            </button>
          </li>
        ))}
      </ul>
      <p className="muted">{t(($) => $.planning.problems.help)}</p>
    </Panel>
  );
}

/** Freezes the draft of this opening; it is saved first, so the plan includes the latest input. */
function useFreeze(): () => Promise<void> {
  const save = useFleetdesk((state) => state.saveWizard);
  const freeze = useFleetdesk((state) => state.freezeDraft);
  const frozenAs = useFleetdesk((state) => state.setFrozenCampaign);
  return useCallback(async () => {
    const wizard = (): State["wizard"] => useFleetdesk.getState().wizard;
    const turn = wizard()?.turn;
    let id: number | undefined;
    const campaignId = await freeze(wizard()?.id, async () => {
      for (let draft = wizard(); draft !== undefined && draft.turn === turn; draft = wizard()) {
        id = await save();
        if (id === undefined) return undefined;
        if (wizard()?.body === draft.body) return { id, body: draft.body };
      }
      return undefined;
    });
    if (campaignId !== undefined && wizard()?.id === id) frozenAs(campaignId);
  }, [freeze, frozenAs, save]);
}

// Changes of the recipients since the campaign was frozen, with actions to exclude them or to freeze again.

const kindLabels: Readonly<Record<DriftKind, string>> = {
  missing: t(($) => $.planning.drift.notInFleet),
  deleted: t(($) => $.planning.drift.deleted),
  disabled: t(($) => $.planning.drift.disabled),
  "sim-swapped": t(($) => $.planning.drift.simChanged),
  "text-differs": t(($) => $.planning.drift.textDiffers),
  renamed: t(($) => $.planning.drift.renamed),
};

const maxListedItems = 50;

interface DriftPanelProps {
  readonly frozen: Frozen;
  readonly onFreeze: () => void;
}

function DriftPanel({ frozen, onFreeze }: DriftPanelProps): ReactElement {
  const { campaignId, counts } = frozen.status;
  // The result depends on the cache and on removed recipients: a change of either loads it again.
  const syncedAt = useEndpointCache()?.asOf;
  const turn = `${syncedAt ?? ""} ${counts.pending}`;
  const drift = useAsyncState(useCallback((signal) => driftAt(campaignId, turn, signal), [campaignId, turn]));
  const { busy, failure, run } = useCall();
  const load = useFleetdesk((state) => state.loadFrozen);
  const now = useNow();
  const data = dataOf(drift);
  const kinds = Object.entries(data?.counts ?? {}).filter(([, many]) => many > 0) as [DriftKind, number][];
  const drop = (kind: DriftKind): void =>
    void run(async () => {
      await fleet.planning.dropDrifted({ campaignId, kinds: [kind] });
      await load(campaignId);
    });
  if (drift.state === "failed") {
    return <FailureCallout failure={drift.failure} title={t(($) => $.planning.drift.failed)} />;
  }
  if (data === undefined) return <p className="muted">{t(($) => $.planning.drift.loading)}</p>;
  const { plannedAt, asOf, compared, joined, items } = data;
  const reviewed = formatRelative(plannedAt, now);
  const about =
    asOf === undefined
      ? t(($) => $.planning.drift.comparedAgeUnknown, { count: compared, reviewed })
      : t(($) => $.planning.drift.compared, { count: compared, reviewed, cached: formatRelative(asOf, now) });
  if (kinds.length === 0 && joined === 0)
    return (
      <p className="muted">
        {about} {t(($) => $.planning.drift.unchanged)}
      </p>
    );
  return (
    <Callout title={t(($) => $.planning.drift.title)} tone="waiting">
      <p className="muted">{about}</p>
      {kinds.map(([kind, many]) => (
        <div className={classes["drift"]} key={kind}>
          <span>
            <RichText
              components={{ b: <b /> }}
              text={($) => $.planning.drift.kindCount}
              values={{ kind: kindLabels[kind], recipients: formatNumber(many) }}
            />
          </span>
          <Button
            aria-label={t(($) => $.planning.drift.excludeKind, { count: many, kind: kindLabels[kind] })}
            loading={busy}
            onClick={() => drop(kind)}
          >
            {t(($) => $.planning.drift.exclude, { count: many })}
          </Button>
        </div>
      ))}
      {joined > 0 ? (
        <div className={classes["drift"]}>
          <span>
            <RichText
              components={{ b: <b /> }}
              text={($) => $.planning.drift.joined}
              values={{ endpoints: formatNumber(joined) }}
            />
          </span>
          <Button onClick={onFreeze}>{t(($) => $.planning.drift.reviewAgain)}</Button>
        </div>
      ) : undefined}
      {failure === undefined ? undefined : (
        <p className={classes["bad"]} role="alert">
          {formatText(failure.text)}
        </p>
      )}
      {items.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>{t(($) => $.planning.drift.changedRecipients)}</summary>
          <ul className={classes["entries"]}>
            {items.slice(0, maxListedItems).map(({ row, name, endpoint, details }) => (
              <li key={row}>
                <span>{name ?? endpoint}</span>
                <span className="muted">{details.map((text) => formatText(text)).join(" ")}</span>
              </li>
            ))}
          </ul>
          {items.length > maxListedItems ? (
            <p className="muted">{t(($) => $.planning.drift.firstRecipients, { visible: maxListedItems })}</p>
          ) : undefined}
        </details>
      )}
    </Callout>
  );
}

/** `_turn` triggers a reload. */
async function driftAt(
  campaignId: string,
  _turn: string,
  signal: AbortSignal,
): ReturnType<typeof fleet.planning.drift> {
  return await fleet.planning.drift({ campaignId }, signal);
}

// Starts the campaign: a large audience needs its exact number typed; obstacles are listed.

interface StartBarProps {
  readonly frozen: Frozen;
  /** The plan differs from the draft. */
  readonly changed: boolean;
}

function StartBar({ frozen: { status, planned }, changed }: StartBarProps): ReactElement {
  const { campaignId, counts, message, connection } = status;
  const practice = useConnection()?.practice === true;
  const isCurrent = useConnection()?.name === connection;
  const session = useConnectionData("session.get");
  const reachability = useConnectionData("connections.reachability");
  const networkOnline = useFleetdesk((state) => state.networkOnline);
  const readOnly = useActionValue(() => readOnlyReason(connection));
  const [input, setInput] = useState("");
  const { busy, failure, run } = useCall();
  const recipients = counts.pending;
  const toType = numberToType(status);
  const confirm = toType === undefined ? undefined : wholeNumberOf(input);
  const { schedule } = planned;
  const at = schedule?.at;
  const later = at !== undefined;
  const notStarted = later ? t(($) => $.planning.start.notScheduled) : t(($) => $.planning.start.notStarted);
  const blockerOf = startBlocker({
    status,
    changed,
    later,
    session: isCurrent ? session : undefined,
    reachability: isCurrent ? reachability : undefined,
    networkOnline,
    readOnly,
  });
  const ready = blockerOf === undefined && confirm === toType;
  const start = (): void => {
    const state = useFleetdesk.getState();
    const isPageOpen = state.watchPage();
    void run(async () => {
      try {
        await startCampaign.run(status, state, { number: confirm, option: false });
      } catch (error) {
        // Below the form it is only seen on this page.
        const text = formatText(failureOf(error).text);
        if (!isPageOpen())
          state.notify({ about: `failed ${campaignId}`, title: notStarted, text, connection, tone: "bad" });
        throw error;
      }
    });
  };
  return (
    <Panel title={later ? t(($) => $.planning.start.schedule) : t(($) => $.planning.start.start)}>
      {message === undefined ? undefined : <p className={classes["warning"]}>{formatText(message)}</p>}
      <form
        className={classes["start"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) start();
        }}
      >
        <ConnectionTag name={connection} />
        <p>
          {t(($) => $.planning.start.confirmFirst)}{" "}
          {later && schedule !== undefined ? (
            <>{t(($) => $.planning.start.startsAt, { time: formatMoment(at, schedule.zone) })} </>
          ) : undefined}
          {toType === undefined ? (
            practice ? (
              t(($) => $.planning.start.practiceSendsTo, { count: recipients })
            ) : (
              t(($) => $.planning.start.sendsTo, { count: recipients })
            )
          ) : (
            <RichText
              components={{ b: <b /> }}
              count={recipients}
              text={later ? ($) => $.planning.start.typeToSchedule : ($) => $.planning.start.typeToSend}
              values={{ number: toType }}
            />
          )}
          {toType === undefined || recipients === toType ? undefined : (
            <> {t(($) => $.planning.start.removed, { removed: toType - recipients, planned: toType })}</>
          )}
        </p>
        {toType !== undefined ? (
          <TextInput
            aria-label={t(($) => $.planning.start.number)}
            autoComplete="off"
            inputMode="numeric"
            onChange={({ currentTarget }) => setInput(currentTarget.value)}
            value={input}
          />
        ) : undefined}
        <span className={classes["gap"]} />
        <ActionButton action={testDraft} target={{ connection }} />
        <Button disabled={!ready} loading={busy} type="submit" variant="filled">
          {later
            ? t(($) => $.planning.start.scheduleFor, { count: recipients })
            : t(($) => $.planning.start.startSending, { count: recipients })}
        </Button>
      </form>
      {blockerOf === undefined ? undefined : <p className={classes["warning"]}>{blockerOf}</p>}
      <FailureCallout
        actions={
          failure?.code === "lease-held" ? (
            <Button component="a" href={`#/campaigns/${campaignId}`}>
              {t(($) => $.shell.stopped.openCampaign)}
            </Button>
          ) : undefined
        }
        failure={failure}
        title={notStarted}
      />
    </Panel>
  );
}
