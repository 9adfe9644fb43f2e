/** Step 4, review: the frozen plan, and obstacles to its start. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { focusWhenMounted } from "../../../lib/focus.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { emptyBody } from "./draft-body.ts";
import { issuesOf, steps, type DraftIssue } from "./draft-issues.ts";
import { DriftPanel } from "./drift-panel.tsx";
import { changesSince } from "./frozen-slice.ts";
import { PreflightPanels } from "./preflight-panels.tsx";
import { ReviewCards } from "./review-cards.tsx";
import { StartBar } from "./start-bar.tsx";
import parts from "./review.module.css";
import classes from "./wizard.module.css";
import type { ChangedPart } from "./changed-fields.ts";
import { Panel } from "../../../ui/panel.tsx";

const fieldLabels: Readonly<Record<ChangedPart, string>> = {
  name: t(($) => $.planning.review.changedPart.name),
  sender: t(($) => $.planning.review.changedPart.sender),
  text: t(($) => $.planning.review.changedPart.text),
  maxSegments: t(($) => $.planning.review.changedPart.maxSegments),
  variables: t(($) => $.planning.review.changedPart.variables),
  audience: t(($) => $.planning.review.changedPart.audience),
  reply: t(($) => $.planning.review.changedPart.reply),
  rollout: t(($) => $.planning.review.changedPart.rollout),
  speed: t(($) => $.planning.review.changedPart.speed),
  pauseRules: t(($) => $.planning.review.changedPart.pauseRules),
  schedule: t(($) => $.planning.review.changedPart.schedule),
  afterSending: t(($) => $.planning.review.changedPart.afterSending),
};

export function ReviewStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const campaignId = useFleetdesk((state) => state.wizard?.campaignId);
  const frozen = useFleetdesk((state) => (state.frozenId === campaignId ? dataOf(state.frozen) : undefined));
  const lookUp = useFleetdesk((state) => state.frozenId === campaignId && state.frozen);
  const problem = lookUp !== false && lookUp.state === "failed" ? lookUp.failure : undefined;
  const isDeleted = problem?.code === "campaign-unknown";
  const load = useFleetdesk((state) => state.loadFrozen);
  const frozenBody = useFleetdesk((state) => state.frozenBody);
  const freezing = useFleetdesk((state) => state.freezing);
  const failure = useFleetdesk((state) => state.freezeFailure);
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
    <div className={`${classes["column"]} ${parts["review"]}`}>
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
      {failure === undefined || freezing !== undefined ? undefined : (
        <Callout
          actions={<Button onClick={() => void freeze()}>{t(($) => $.planning.review.again)}</Button>}
          title={t(($) => $.planning.review.failed)}
          tone="bad"
        >
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
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
            {t(($) => $.planning.review.changedHelp, { parts: changes.map((part) => fieldLabels[part]).join(", ") })}
          </p>
        </Callout>
      )}
      {problem === undefined || isDeleted ? undefined : (
        <Callout title={t(($) => $.planning.review.unreadable)} tone="bad">
          <p>{formatText(problem.text)}</p>
        </Callout>
      )}
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
          <div className={parts["stickyBar"]}>
            <StartBar changed={changes.length > 0 || freezing !== undefined} frozen={frozen} />
          </div>
        </>
      )}
    </div>
  );
}

/** Issues that prevent freezing the campaign; each opens its step and focuses its field. */
function IssueList({ issues }: { readonly issues: readonly DraftIssue[] }): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const openField = ({ step, field }: DraftIssue): void => {
    setQuery({ step });
    const named = `[data-field~="${field}"]`;
    focusWhenMounted(`:is(input, textarea)${named}, ${named} :is(input, textarea)`, { take: true, scroll: true });
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

/** Freezes the draft; it is saved first, so the plan includes the latest input. */
function useFreeze(): () => Promise<void> {
  const save = useFleetdesk((state) => state.saveWizard);
  const freeze = useFleetdesk((state) => state.freezeDraft);
  const frozenAs = useFleetdesk((state) => state.setFrozenCampaign);
  return useCallback(async () => {
    const id = await save();
    if (id === undefined) return;
    const campaignId = await freeze(id, useFleetdesk.getState().wizard?.body ?? emptyBody);
    if (campaignId !== undefined && useFleetdesk.getState().wizard?.id === id) frozenAs(campaignId);
  }, [freeze, frozenAs, save]);
}
