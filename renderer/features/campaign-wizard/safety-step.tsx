/** Step 3: how carefully. Each block says in one line what it means as it stands, and opens for a change. */
import type { ReactElement, ReactNode } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { lacksOf, ringsWords, nothingWritten } from "./draft-model.ts";
import { RingsFields } from "./rings-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { scheduleWords } from "./schedule-model.ts";
import { SpeedFields } from "./speed-fields.tsx";
import { StopFields } from "./stop-fields.tsx";
import { TestSend } from "./test-send.tsx";
import { WatchFields } from "./watch-fields.tsx";
import classes from "./wizard.module.css";

export function SafetyStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const lacks = lacksOf(body).filter(({ step }) => step === "safety");
  const speed = body.rate === undefined ? "As fast as the governor allows" : `${Math.round(body.rate * 60)} a minute`;
  const stop = body.stopRule ?? {};
  return (
    <div className={classes["column"]}>
      {lacks.map(({ field, message }) => (
        <p className={classes["bad"]} key={field} role="alert">
          {message}
        </p>
      ))}
      <Panel title="Test">
        <TestSend />
      </Panel>
      <Block summary={ringsWords(body.rings)} title="Canary and waves">
        <RingsFields />
      </Block>
      <Block summary={`${speed}, ${body.concurrency ?? 16} requests at once`} title="Speed">
        <SpeedFields />
      </Block>
      <Block
        summary={`At ${Math.round((stop.refusedShare ?? 0.2) * 100)} % refused of at least ${stop.minimumAttempts ?? 20}, ${stop.consecutive ?? 10} of one kind in a row, or ${stop.forbidden ?? 2} times “forbidden”`}
        title="It stops itself"
      >
        <StopFields />
      </Block>
      <Block summary={scheduleWords(body.schedule)} title="When">
        <ScheduleFields />
      </Block>
      <Block
        summary={`${body.watchHours === 0 ? "No delivery checks" : `Delivery is asked for during ${body.watchHours ?? 24} h`}; ${body.provenNotSent === "ask" ? "whoever is proven not sent waits for you" : "whoever is proven not sent is sent to again"}`}
        title="Afterwards"
      >
        <WatchFields />
      </Block>
    </div>
  );
}

interface BlockProps {
  readonly title: string;
  readonly summary: string;
  readonly children: ReactNode;
}

function Block({ title, summary, children }: BlockProps): ReactElement {
  return (
    <details className={classes["block"]}>
      <summary>
        <b>{title}</b>
        <span className="muted">{summary}</span>
      </summary>
      <div className={classes["inside"]}>{children}</div>
    </details>
  );
}
