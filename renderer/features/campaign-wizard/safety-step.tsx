/** Step 3: how carefully. Each block says in one line what it means as it stands, and opens for a change. */
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useState } from "react";
import type { StopRule } from "#contract/campaign-words.ts";
import type { DraftBody } from "#contract/drafts.ts";
import { useFleetdesk } from "../../store/store.ts";
import { lacksOf, nothingWritten } from "./draft-model.ts";
import { usualConcurrency, stopRuleOf, usualWatchHours } from "./frozen-model.ts";
import { RingsFields } from "./rings-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { scheduleWords } from "./schedule-model.ts";
import { SpeedFields } from "./speed-fields.tsx";
import { StopFields } from "./stop-fields.tsx";
import { TestSend } from "./test-send.tsx";
import { WatchFields } from "./watch-fields.tsx";
import classes from "./wizard.module.css";
import { percentWords, ringsWords, speedWords, tidyHours } from "./words-model.ts";

export function SafetyStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  return (
    <div className={classes["single"]}>
      <Block path="test" summary="To a few endpoints, before anybody else" title="Test">
        <TestSend />
      </Block>
      <Block path="rings" summary={ringsWords(body.rings)} title="Canary and waves">
        <RingsFields />
      </Block>
      <Block path="rate" summary={speedWords(body.rate, body.concurrency ?? usualConcurrency)} title="Speed">
        <SpeedFields />
      </Block>
      <Block path="stopRule" summary={stopWords(stopRuleOf(body))} title="Stops itself">
        <StopFields />
      </Block>
      <Block path="schedule" summary={scheduleWords(body.schedule)} title="When">
        <ScheduleFields />
      </Block>
      <Block path="watchHours" summary={afterwardsWords(body)} title="Afterwards">
        <WatchFields />
      </Block>
    </div>
  );
}

export function stopWords({ outageLimitMinutes: limit, ...rule }: StopRule): string {
  const { refusedShare, minimumAttempts, consecutive, forbidden } = rule;
  const outage = limit === 0 ? "at once when offline" : `after ${tidyHours(limit / 60)} offline`;
  return `At ${percentWords(refusedShare)} refused of at least ${minimumAttempts}, ${consecutive} in a row of one kind, ${forbidden} times “403”, or ${outage}`;
}

function afterwardsWords({ watchHours = usualWatchHours, whenNotListed }: DraftBody): string {
  const watch =
    watchHours === 0 ? "No delivery checks" : `Delivery and answers asked for during ${tidyHours(watchHours)}`;
  return `${watch}; messages confirmed as not sent ${whenNotListed === "ask" ? "wait for a decision" : "are sent again"}`;
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
