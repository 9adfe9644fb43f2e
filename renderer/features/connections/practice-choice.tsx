/** The second way to begin: a made-up fleet on this computer. */
import { Button, Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./first-run.module.css";
import { KeychainPanel } from "./keychain-panel.tsx";
import { practiceEndpoints, startPractice } from "./start-practice.ts";
import { count } from "../../lib/format.ts";

export function PracticeChoice({ onStarted }: { readonly onStarted: (connection: string) => void }): ReactElement {
  const isStarting = useFleetdesk((state) => shown(state.practice)?.state === "starting");
  const { busy, failure, run } = useCall();
  const starting = busy || isStarting;
  return (
    <section aria-labelledby="practice-title" className={classes["choice"]}>
      <h2 id="practice-title">Practise on the built-in simulator</h2>
      <p>
        A fleet of {count(practiceEndpoints)} made-up endpoints with names, tags, SIMs, messages and events. It runs on
        this computer; nothing reaches a real device.
      </p>
      <p className="muted">Everything works as with a service, sending too. Leave it at any time.</p>
      {failure === undefined ? undefined : (
        <Callout title="The simulator did not start" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {failure === undefined || !failure.code.startsWith("keychain-") ? undefined : <KeychainPanel />}
      {starting ? (
        <div className={classes["starting"]} role="status">
          <Progress animated aria-label="The simulator starts" size="sm" value={100} />
          <span className="muted">The simulator makes its endpoints; this takes some seconds.</span>
        </div>
      ) : (
        <Button onClick={() => void run(() => startPractice(onStarted))}>Practise</Button>
      )}
    </section>
  );
}
