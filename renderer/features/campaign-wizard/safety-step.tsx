/** Step 3: how carefully. Each block says in one line what it means as it stands, and opens for a change. */
import { t } from "#shared/texts/text.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useState } from "react";
import type { StopRule } from "#contract/campaign-words.ts";
import type { DraftBody } from "#contract/drafts.ts";
import { useFleetdesk } from "../../store/store.ts";
import { lacksOf, nothingWritten } from "./draft-model.ts";
import { usualConcurrency, stopRuleOf, usualWatchHours } from "./frozen-model.ts";
import { tidy } from "./number-model.ts";
import { RingsFields } from "./rings-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { scheduleWords } from "./schedule-model.ts";
import { SpeedFields } from "./speed-fields.tsx";
import { StopFields } from "./stop-fields.tsx";
import { TestSend } from "./test-send.tsx";
import { WatchFields } from "./watch-fields.tsx";
import classes from "./wizard.module.css";
import { joinFacts, percentWords, ringsWords, speedWords } from "./words-model.ts";

export function SafetyStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  return (
    <div className={classes["single"]}>
      <Block path="test" summary={t(($) => $.planning.safety.testSummary)} title={t(($) => $.planning.safety.test)}>
        <TestSend />
      </Block>
      <Block path="rings" summary={ringsWords(body.rings)} title={t(($) => $.planning.safety.rollout)}>
        <RingsFields />
      </Block>
      <Block
        path="rate"
        summary={speedWords(body.rate, body.concurrency ?? usualConcurrency)}
        title={t(($) => $.planning.safety.speed)}
      >
        <SpeedFields />
      </Block>
      <Block path="stopRule" summary={stopWords(stopRuleOf(body))} title={t(($) => $.planning.safety.pauseRules)}>
        <StopFields />
      </Block>
      <Block path="schedule" summary={scheduleWords(body.schedule)} title={t(($) => $.planning.safety.schedule)}>
        <ScheduleFields />
      </Block>
      <Block path="watchHours" summary={afterwardsWords(body)} title={t(($) => $.planning.safety.afterSending)}>
        <WatchFields />
      </Block>
    </div>
  );
}

export function stopWords({ outageLimitMinutes: limit, ...rule }: StopRule): string {
  const { refusedShare, minimumAttempts, consecutive, forbidden } = rule;
  return joinFacts([
    t(($) => $.planning.safety.rejectedRule, { share: percentWords(refusedShare), attempts: minimumAttempts }),
    t(($) => $.planning.safety.consecutiveRule, { errors: consecutive }),
    t(($) => $.planning.safety.forbiddenRule, { errors: forbidden }),
    limit === 0
      ? t(($) => $.planning.safety.outageRuleAtOnce)
      : t(($) => $.planning.safety.outageRule, { hours: tidy(limit / 60) }),
  ]);
}

function afterwardsWords({ watchHours = usualWatchHours, whenNotListed }: DraftBody): string {
  return joinFacts([
    watchHours === 0
      ? t(($) => $.planning.safety.noTracking)
      : t(($) => $.planning.safety.tracking, { hours: tidy(watchHours) }),
    whenNotListed === "ask" ? t(($) => $.planning.safety.notSentAsk) : t(($) => $.planning.safety.notSentRetry),
  ]);
}

interface BlockProps {
  /** First part of the paths of its fields. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly children: ReactNode;
}

function Block({ path, title, summary, children }: BlockProps): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const paths = path === "rate" ? ["rate", "concurrency"] : [path];
  const lacks = lacksOf(body).filter(
    ({ step, field }) => step === "safety" && paths.some((one) => field === one || field.startsWith(`${one}.`)),
  );
  // Opened by what is wrong in it when the page is opened; afterwards by the person alone.
  const [opened, setOpened] = useState(lacks.length > 0);
  return (
    <details className={classes["block"]} onToggle={({ currentTarget }) => setOpened(currentTarget.open)} open={opened}>
      <summary>
        <IconChevronRight aria-hidden="true" size={14} />
        <b>{title}</b>
        <span className="muted">{summary}</span>
        {lacks.map(({ field, message }) => (
          <span className={classes["bad"]} key={field}>
            {message}
          </span>
        ))}
      </summary>
      <div className={classes["inside"]}>{children}</div>
    </details>
  );
}
