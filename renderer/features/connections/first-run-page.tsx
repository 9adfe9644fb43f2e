/** Shown without a connection: connect to a service, or practise on the built-in simulator. */
import { t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { home } from "../../lib/address.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { emptyDraft } from "./connect-draft.ts";
import { ConnectForm } from "./connect-form.tsx";
import classes from "./first-run.module.css";
import { runAction, useActionCall } from "../../app/actions/run-action.tsx";
import { sync } from "../fleet/sync-actions.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";
import { ProxyPanel } from "./proxy-panel.tsx";
import { practiceEndpoints, startSimulator } from "./connection-actions.ts";

export function FirstRunPage(): ReactElement {
  const connections = useFleetQuery("connections.list", {});
  const hasDraft = useFleetdesk((state) => state.drafts[""] !== undefined);
  const navigate = useFleetdesk((state) => state.navigate);
  const [connecting, setConnecting] = useState(hasDraft);

  if (connections.state === "failed") {
    return (
      <FailureNotice
        actions={
          <Button onClick={() => void reloadQueries("connections.list")}>{t(($) => $.connections.list.reload)}</Button>
        }
        failure={connections.failure}
        title={t(($) => $.connections.list.failed)}
      />
    );
  }
  const begin = (connection: string): void => {
    navigate(home, { replace: true });
    void runAction(sync, { connection });
  };
  return (
    <div className={classes["page"]} data-connecting={connecting || undefined}>
      <header className={classes["head"]}>
        <h1>{t(($) => $.connections.firstRun.title)}</h1>
        <p>{t(($) => $.connections.firstRun.intro)}</p>
      </header>
      {connecting ? (
        <section aria-labelledby="connect-title" className={classes["form"]}>
          <h2 id="connect-title">{t(($) => $.connections.form.title)}</h2>
          <ConnectForm initial={emptyDraft} onCancel={() => setConnecting(false)} onConnected={begin} />
          <ProxyPanel />
        </section>
      ) : (
        <div className={classes["choices"]}>
          <section aria-labelledby="service-title" className={classes["choice"]}>
            <h2 id="service-title">{t(($) => $.connections.form.title)}</h2>
            <p>{t(($) => $.connections.firstRun.serviceHelp)}</p>
            <p className="muted">{t(($) => $.connections.firstRun.syncHelp)}</p>
            <Button onClick={() => setConnecting(true)} variant="filled">
              {t(($) => $.connections.firstRun.connect)}
            </Button>
          </section>
          <PracticeChoice onStarted={begin} />
        </div>
      )}
    </div>
  );
}

/** The alternative to connecting: a simulated fleet on this computer. */
function PracticeChoice({ onStarted }: { readonly onStarted: (connection: string) => void }): ReactElement {
  const isStarting = useFleetData("practice.get", {})?.state === "starting";
  const { busy, failure, disabledReason, run } = useActionCall(startSimulator, { onStarted });
  const starting = busy || isStarting;
  return (
    <section aria-labelledby="practice-title" className={classes["choice"]}>
      <h2 id="practice-title">{t(($) => $.connections.practice.heading)}</h2>
      <p>{t(($) => $.connections.practice.intro, { endpoints: practiceEndpoints })}</p>
      <p className="muted">{t(($) => $.connections.practice.help)}</p>
      <FailureCallout failure={failure} title={t(($) => $.connections.practice.failed)} />
      {failure === undefined || !failure.code.startsWith("keychain-") ? undefined : <KeychainPanel />}
      {starting ? (
        <div className={classes["starting"]} role="status">
          <Progress animated aria-label={t(($) => $.connections.practice.starting)} size="sm" value={100} />
          <span className="muted">{t(($) => $.connections.practice.startingHelp)}</span>
        </div>
      ) : (
        <Button disabled={disabledReason !== undefined} onClick={() => void run({ onStarted })} title={disabledReason}>
          {t(($) => $.connections.practice.start)}
        </Button>
      )}
    </section>
  );
}
