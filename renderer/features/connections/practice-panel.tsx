/** Turns practice on and off, for operators who have connections already. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./connections.module.css";
import { runAction, useActionCall } from "../../app/actions/run-action.tsx";
import { sync } from "../fleet/sync-actions.ts";
import { practiceEndpoints, startSimulator, stopSimulator } from "./connection-actions.ts";

export function PracticePanel(): ReactElement {
  const practice = useFleetData("practice.get", {});
  const action = practice?.state === "running" ? stopSimulator : startSimulator;
  const target = { onStarted: (connection: string) => void runAction(sync, { connection }) };
  const { busy, failure, disabledReason, run } = useActionCall(action, target);
  const isRunning = practice?.state === "running";
  const isStarting = practice?.state === "starting" || (busy && !isRunning);
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
        <Button
          disabled={disabledReason !== undefined}
          loading={isRunning ? busy : isStarting}
          onClick={() => void run(target)}
          title={disabledReason}
        >
          {isRunning ? t(($) => $.connections.practice.stop) : t(($) => $.connections.practice.start)}
        </Button>
      </div>
    </Panel>
  );
}
