/** The alternative to connecting: a simulated fleet on this computer. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./first-run.module.css";
import { KeychainPanel } from "./keychain-panel.tsx";
import { practiceEndpoints, startPractice } from "./start-practice.ts";

export function PracticeChoice({ onStarted }: { readonly onStarted: (connection: string) => void }): ReactElement {
  const isStarting = useFleetdesk((state) => dataOf(state.practice)?.state === "starting");
  const { busy, failure, run } = useCall();
  const starting = busy || isStarting;
  return (
    <section aria-labelledby="practice-title" className={classes["choice"]}>
      <h2 id="practice-title">{t(($) => $.connections.practice.heading)}</h2>
      <p>{t(($) => $.connections.practice.intro, { endpoints: practiceEndpoints })}</p>
      <p className="muted">{t(($) => $.connections.practice.help)}</p>
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.connections.practice.failed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      {failure === undefined || !failure.code.startsWith("keychain-") ? undefined : <KeychainPanel />}
      {starting ? (
        <div className={classes["starting"]} role="status">
          <Progress animated aria-label={t(($) => $.connections.practice.starting)} size="sm" value={100} />
          <span className="muted">{t(($) => $.connections.practice.startingHelp)}</span>
        </div>
      ) : (
        <Button onClick={() => void run(() => startPractice(onStarted))}>
          {t(($) => $.connections.practice.start)}
        </Button>
      )}
    </section>
  );
}
