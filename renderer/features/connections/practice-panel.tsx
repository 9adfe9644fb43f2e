/** Turns practice on and off, for operators who have connections already. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { reloadQueries } from "../../data/invalidations.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connections.module.css";
import { runAction } from "../../app/actions/run-action.tsx";
import { sync } from "../fleet/sync-actions.ts";
import { practiceEndpoints, startPractice } from "./start-practice.ts";

export function PracticePanel(): ReactElement {
  const practice = useFleetData("practice.get", {});
  const { busy, failure, run } = useCall();
  const isRunning = practice?.state === "running";
  const isStarting = practice?.state === "starting" || (busy && !isRunning);
  const stop = (): void =>
    void run(async () => {
      await fleet.practice.stop({});
      await reloadQueries("practice.get");
    });
  return (
    <Panel
      aside={
        isRunning ? (
          <StatusPill tone="good">{t(($) => $.common.on)}</StatusPill>
        ) : (
          <StatusPill tone={isStarting ? "waiting" : "neutral"}>
            {isStarting ? t(($) => $.connections.practice.pillStarting) : t(($) => $.common.off)}
          </StatusPill>
        )
      }
      title={t(($) => $.connections.practice.title)}
    >
      <p>
        {isRunning
          ? t(($) => $.connections.practice.running, { count: practice.endpoints ?? practiceEndpoints })
          : t(($) => $.connections.practice.about)}
      </p>
      {failure === undefined ? undefined : (
        <Callout tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      <div className={classes["actions"]}>
        {isRunning ? (
          <Button loading={busy} onClick={stop}>
            {t(($) => $.connections.practice.stop)}
          </Button>
        ) : (
          <Button
            loading={isStarting}
            onClick={() => void run(() => startPractice((connection) => void runAction(sync, { connection })))}
          >
            {t(($) => $.connections.practice.start)}
          </Button>
        )}
      </div>
    </Panel>
  );
}
