/** Step 3, rollout and limits. Each block summarizes its settings in one line and opens for editing. */
import { t } from "#shared/texts/text.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useState } from "react";
import type { StopRule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatPercent } from "#shared/format.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { emptyBody } from "./draft-body.ts";
import { issuesOf } from "./draft-issues.ts";
import { usualConcurrency, stopRuleOf, usualWatchHours } from "./changed-fields.ts";
import { formatNumberInput } from "./number-rule.ts";
import { RolloutFields } from "./rollout-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { formatSchedule } from "./schedule-time.ts";
import { SpeedFields } from "./speed-fields.tsx";
import { StopFields } from "./stop-fields.tsx";
import { TestSend } from "./test-send.tsx";
import { WatchFields } from "./watch-fields.tsx";
import classes from "./wizard.module.css";
import { joinFacts, formatRollout, formatSpeed } from "./plan-text.ts";

export function SafetyStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  return (
    <div className={classes["single"]}>
      <Block path="test" summary={t(($) => $.planning.safety.testSummary)} title={t(($) => $.planning.safety.test)}>
        <TestSend />
      </Block>
      <Block path="rollout" summary={formatRollout(body.rollout)} title={t(($) => $.planning.safety.rollout)}>
        <RolloutFields />
      </Block>
      <Block
        path="rate"
        summary={formatSpeed(body.rate, body.concurrency ?? usualConcurrency)}
        title={t(($) => $.planning.safety.speed)}
      >
        <SpeedFields />
      </Block>
      <Block path="stopRule" summary={formatStopRule(stopRuleOf(body))} title={t(($) => $.planning.safety.pauseRules)}>
        <StopFields />
      </Block>
      <Block path="schedule" summary={formatSchedule(body.schedule)} title={t(($) => $.planning.safety.schedule)}>
        <ScheduleFields />
      </Block>
      <Block path="watchHours" summary={formatTracking(body)} title={t(($) => $.planning.safety.afterSending)}>
        <WatchFields />
      </Block>
    </div>
  );
}

export function formatStopRule({ outageLimitMinutes: limit, ...rule }: StopRule): string {
  const { refusedShare: rejectedShare, minimumAttempts, consecutive, forbidden } = rule;
  return joinFacts([
    t(($) => $.planning.safety.rejectedRule, { share: formatPercent(rejectedShare), attempts: minimumAttempts }),
    t(($) => $.planning.safety.consecutiveRule, { errors: consecutive }),
    t(($) => $.planning.safety.forbiddenRule, { errors: forbidden }),
    limit === 0
      ? t(($) => $.planning.safety.outageRuleAtOnce)
      : t(($) => $.planning.safety.outageRule, { hours: formatNumberInput(limit / 60) }),
  ]);
}

function formatTracking({ watchHours = usualWatchHours, whenNotListed }: DraftBody): string {
  return joinFacts([
    watchHours === 0
      ? t(($) => $.planning.safety.noTracking)
      : t(($) => $.planning.safety.tracking, { hours: formatNumberInput(watchHours) }),
    whenNotListed === "ask" ? t(($) => $.planning.safety.notSentConfirm) : t(($) => $.planning.safety.notSentRetry),
  ]);
}

interface BlockProps {
  /** Prefix of the paths of its fields. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly children: ReactNode;
}

function Block({ path, title, summary, children }: BlockProps): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const paths = path === "rate" ? ["rate", "concurrency"] : [path];
  const issues = issuesOf(body).filter(
    ({ step, field }) => step === "safety" && paths.some((one) => field === one || field.startsWith(`${one}.`)),
  );
  // Initially open if the block has an issue; afterwards only the user opens and closes it.
  const [opened, setOpened] = useState(issues.length > 0);
  return (
    <details className={classes["block"]} onToggle={({ currentTarget }) => setOpened(currentTarget.open)} open={opened}>
      <summary>
        <IconChevronRight aria-hidden="true" size={14} />
        <b>{title}</b>
        <span className="muted">{summary}</span>
        {issues.map(({ field, message }) => (
          <span className={classes["bad"]} key={field}>
            {message}
          </span>
        ))}
      </summary>
      <div className={classes["content"]}>{children}</div>
    </details>
  );
}
