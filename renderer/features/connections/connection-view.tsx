/** One connection: its session, what can be done with it, and the part of it that is open. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { Connection } from "#contract/connections.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ConnectForm } from "./connect-form.tsx";
import { draftOf } from "./connect-model.ts";
import { TestButton, useConnectionTest } from "./connection-test.tsx";
import classes from "./connections.module.css";
import { ForgetDialog } from "./forget-dialog.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";
import { OptionsPanel } from "./options-panel.tsx";
import { SessionPanel } from "./session-panel.tsx";

export interface ConnectionViewProps {
  readonly connection: Connection;
  /** What is open of it: "sign-in", "options", "forget". */
  readonly part: string | undefined;
}

export function ConnectionView({ connection, part }: ConnectionViewProps): ReactElement {
  const { name, baseUrl, kind, current, createdAt } = connection;
  const session = useFleetdesk((state) => state.sessions[name]);
  const keychainState = useFleetdesk((state) => shown(state.keychain)?.state ?? "ready");
  const loadSession = useFleetdesk((state) => state.loadSessionOf);
  const use = useFleetdesk((state) => state.useConnection);
  const refine = useFleetdesk((state) => state.refine);
  const { busy, failure, run } = useCall();
  const test = useConnectionTest();
  useEffect(() => void loadSession(name), [loadSession, name]);

  const known = session === undefined ? undefined : shown(session);
  const open = (next: string | undefined): void => refine({ connection: name, part: next });
  const close = (): void => open(undefined);
  const startTest = (): void =>
    test.start(baseUrl, () => fleet.diagnostics.testConnection({ baseUrl, connection: name }));
  return (
    <>
      <div className={classes["title"]}>
        <h2>{name}</h2>
        {current ? <StatusPill tone="good">in use</StatusPill> : undefined}
        {connection.practice ? <StatusPill tone="neutral">practice</StatusPill> : undefined}
      </div>
      {keychainState === "ready" || part === "sign-in" ? undefined : <KeychainPanel />}
      <SessionPanel
        onSignIn={() => open("sign-in")}
        onSignOut={() =>
          void run(async () => {
            await fleet.session.signOut({ connection: name });
            await loadSession(name);
          })
        }
        practice={connection.practice}
        session={session}
        signingIn={part === "sign-in"}
        signingOut={busy}
      />
      {failure === undefined ? undefined : (
        <Callout title="This was not done" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {part === "sign-in" && session?.state !== "loading" ? (
        <Panel title="Sign in again">
          <ConnectForm
            again={name}
            initial={draftOf(connection, known?.identity.username)}
            onCancel={close}
            onConnected={close}
          />
        </Panel>
      ) : undefined}
      {part === "options" ? <OptionsPanel connection={connection} onClose={close} /> : undefined}
      <Panel title="Connection">
        <Facts
          facts={[
            [
              "Base address",
              <span className="mono" key="address">
                {baseUrl}
              </span>,
            ],
            ["Signs in with", kind === "user" ? "User name and password (deprecated)" : "Application token"],
            ["Made", exactly(createdAt)],
          ]}
        />
        <div className={classes["actions"]}>
          {current ? undefined : (
            <Button disabled={busy} onClick={() => void run(() => use(name))}>
              Use this connection
            </Button>
          )}
          <TestButton busy={test.busy} onClick={startTest} />
          {part === "options" ? undefined : <Button onClick={() => open("options")}>Options…</Button>}
          <Button className={classes["danger"]} onClick={() => open("forget")}>
            Forget…
          </Button>
        </div>
        {test.result}
      </Panel>
      <ForgetDialog name={name} onClose={close} opened={part === "forget"} />
    </>
  );
}
