/** No connection yet: connect to a service, or practise on the built-in simulator. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { home } from "../../lib/address.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { emptyDraft } from "./connect-model.ts";
import { ConnectForm } from "./connect-form.tsx";
import classes from "./first-run.module.css";
import { startFirstSync } from "./first-sync.ts";
import { PracticeChoice } from "./practice-choice.tsx";

export function FirstRunPage(): ReactElement {
  const connections = useFleetdesk((state) => state.connections);
  const load = useFleetdesk((state) => state.loadConnections);
  const hasDraft = useFleetdesk((state) => state.drafts[""] !== undefined);
  const go = useFleetdesk((state) => state.go);
  const [connecting, setConnecting] = useState(hasDraft);

  if (connections.state === "failed") {
    return (
      <FailureNotice
        actions={<Button onClick={() => void load()}>Try again</Button>}
        failure={connections.failure}
        title="Your connections could not be read"
      />
    );
  }
  const begin = (connection: string): void => {
    go(home, { replace: true });
    void startFirstSync(connection);
  };
  return (
    <div className={classes["page"]} data-connecting={connecting || undefined}>
      <header className={classes["head"]}>
        <h1>Welcome to Fleetdesk</h1>
        <p>Look after a fleet of cellular devices, with its copy on this computer. Begin in one of two ways.</p>
      </header>
      {connecting ? (
        <section aria-labelledby="connect-title" className={classes["form"]}>
          <h2 id="connect-title">Connect to a service</h2>
          <ConnectForm initial={emptyDraft} onCancel={() => setConnecting(false)} onConnected={begin} />
        </section>
      ) : (
        <div className={classes["choices"]}>
          <section aria-labelledby="service-title" className={classes["choice"]}>
            <h2 id="service-title">Connect to a service</h2>
            <p>
              With an application token of your organisation, or a user name and password. The token goes into this
              computer&apos;s keychain and nowhere else.
            </p>
            <p className="muted">
              Then the first copy of the fleet is made, to be looked at with or without a network.
            </p>
            <Button onClick={() => setConnecting(true)} variant="filled">
              Connect…
            </Button>
          </section>
          <PracticeChoice onStarted={begin} />
        </div>
      )}
    </div>
  );
}
