/** Practice on and off, for who has connections already. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connections.module.css";
import { startFirstSync } from "./first-sync.ts";
import { practiceEndpoints, startPractice } from "./start-practice.ts";

export function PracticePanel(): ReactElement {
  const practice = useFleetdesk((state) => shown(state.practice));
  const load = useFleetdesk((state) => state.loadPractice);
  const { busy, failure, run } = useCall();
  const isRunning = practice?.state === "running";
  const isStarting = practice?.state === "starting" || (busy && !isRunning);
  const stop = (): void =>
    void run(async () => {
      await fleet.practice.stop({});
      await load();
    });
  return (
    <Panel
      aside={
        isRunning ? (
          <StatusPill tone="good">on</StatusPill>
        ) : (
          <StatusPill tone={isStarting ? "waiting" : "neutral"}>{isStarting ? "starting" : "off"}</StatusPill>
        )
      }
      title="Practice"
    >
      <p>
        {isRunning
          ? `The built-in simulator runs with ${counted(practice.endpoints ?? practiceEndpoints, "endpoint")}. It stops with Fleetdesk.`
          : "The built-in simulator is a made-up fleet on this computer; nothing reaches a real device."}
      </p>
      {failure === undefined ? undefined : (
        <Callout tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      <div className={classes["actions"]}>
        {isRunning ? (
          <Button loading={busy} onClick={stop}>
            Stop the simulator
          </Button>
        ) : (
          <Button
            loading={isStarting}
            onClick={() => void run(() => startPractice((connection) => void startFirstSync(connection)))}
          >
            Practise
          </Button>
        )}
      </div>
    </Panel>
  );
}
