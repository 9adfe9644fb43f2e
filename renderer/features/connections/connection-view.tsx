/** One connection: its session, its actions, and the section that is open. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { Connection } from "#shared/contract/connections/connections.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { switchConnection } from "./connection-actions.ts";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { draftOf } from "./connect-draft.ts";
import { TestButton, useConnectionTest } from "./connection-test.tsx";
import classes from "./connections.module.css";
import { DeleteConnectionDialog } from "./delete-connection-dialog.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";
import { OptionsPanel } from "./options-panel.tsx";
import { SessionPanel } from "./session-panel.tsx";

export interface ConnectionViewProps {
  readonly connection: Connection;
  /** The open section: "sign-in", "options", "delete". */
  readonly part: string | undefined;
}

export function ConnectionView({ connection, part }: ConnectionViewProps): ReactElement {
  const { name, baseUrl, kind, current, createdAt } = connection;
  const session = useFleetdesk((state) => state.sessions[name]);
  const keychainState = useFleetdesk((state) => dataOf(state.keychain)?.state ?? "ready");
  const loadSession = useFleetdesk((state) => state.loadSessionOf);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const test = useConnectionTest();
  useEffect(() => void loadSession(name), [loadSession, name]);

  const sessionData = session === undefined ? undefined : dataOf(session);
  const open = (next: string | undefined): void => setQuery({ connection: name, part: next });
  const close = (): void => open(undefined);
  const startTest = (): void =>
    test.start(baseUrl, () => fleet.diagnostics.testConnection({ baseUrl, connection: name }));
  return (
    <>
      <div className={classes["title"]}>
        <h2>{name}</h2>
        {current ? <StatusPill tone="good">{t(($) => $.connections.view.current)}</StatusPill> : undefined}
        {connection.practice ? (
          <StatusPill tone="neutral">{t(($) => $.connections.practice.title)}</StatusPill>
        ) : undefined}
      </div>
      {keychainState === "ready" || part === "sign-in" ? undefined : <KeychainPanel />}
      <SessionPanel
        onSignIn={() => open("sign-in")}
        connection={connection}
        session={session}
        signingIn={part === "sign-in"}
      />
      {part === "sign-in" && session?.state !== "loading" ? (
        <Panel title={t(($) => $.connections.session.signInAgain)}>
          <ConnectForm
            again={name}
            initial={draftOf(connection, sessionData?.identity.username)}
            onCancel={close}
            onConnected={close}
          />
        </Panel>
      ) : undefined}
      {part === "options" ? <OptionsPanel connection={connection} onClose={close} /> : undefined}
      <Panel title={t(($) => $.common.connection)}>
        <Facts
          facts={[
            [
              t(($) => $.connections.fields.baseUrl),
              <span className="mono" key="address">
                {baseUrl}
              </span>,
            ],
            [
              t(($) => $.connections.fields.signInWith),
              kind === "user"
                ? t(($) => $.connections.view.userDeprecated)
                : t(($) => $.connections.fields.applicationToken),
            ],
            [t(($) => $.common.created), formatDateTime(createdAt)],
          ]}
        />
        <div className={classes["actions"]}>
          {current ? undefined : <ActionButton action={switchConnection} target={{ connection: name }} />}
          <TestButton busy={test.busy} onClick={startTest} />
          {part === "options" ? undefined : (
            <Button onClick={() => open("options")}>{t(($) => $.connections.view.editOptions)}</Button>
          )}
          <Button className={classes["danger"]} onClick={() => open("delete")}>
            {t(($) => $.connections.view.deleteMore)}
          </Button>
        </div>
        {test.result}
      </Panel>
      <DeleteConnectionDialog name={name} onClose={close} opened={part === "delete"} />
    </>
  );
}
