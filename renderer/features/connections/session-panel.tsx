/** Session panel: identity, expiry or error, and the next step. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Connection } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { signOut } from "./connection-actions.ts";
import classes from "./connections.module.css";
import { explain, sessionLifetimeText, protectionSentence, identityLabel } from "./session-labels.ts";

export interface SessionPanelProps {
  readonly session: AsyncState<SessionState> | undefined;
  readonly connection: Connection;
  readonly signingIn: boolean;
  readonly onSignIn: () => void;
}

export function SessionPanel(props: SessionPanelProps): ReactElement | undefined {
  const { session, connection, signingIn, onSignIn } = props;
  const state = session === undefined ? undefined : dataOf(session);
  const now = useNow();
  if (state === undefined) {
    if (session?.state !== "failed") return undefined;
    return (
      <Callout title={t(($) => $.connections.session.notLoaded)} tone="bad">
        <p>{formatText(session.failure.text)}</p>
      </Callout>
    );
  }
  const signedIn = state.state === "signed-in";
  return (
    <Panel aside={<SessionPill state={state} />} title={t(($) => $.connections.session.title)}>
      <SessionReason session={state} />
      {signedIn ? (
        <Facts
          facts={[
            [
              t(($) => $.connections.session.signedInAs),
              <span key="who" translate={identityLabel(state) === undefined ? undefined : "no"}>
                {identityLabel(state) ?? t(($) => $.connections.session.unknownUser)}
              </span>,
            ],
            [t(($) => $.connections.session.validity), sessionLifetimeText(state, now)],
            [t(($) => $.connections.session.storage), protectionSentence[state.protection]],
          ]}
        />
      ) : undefined}
      {/* Practice mode signs in to its simulator itself. */}
      {connection.practice ? (
        <p className="muted">{t(($) => $.connections.session.practiceHelp)}</p>
      ) : (
        <div className={classes["actions"]}>
          {signingIn || state.reason === "keychain-closed" ? undefined : (
            <Button onClick={onSignIn} variant={signedIn ? "default" : "filled"}>
              {state.reason === "never-signed-in"
                ? t(($) => $.connections.session.signInMore)
                : t(($) => $.connections.session.signInAgainMore)}
            </Button>
          )}
          {signedIn ? <ActionButton action={signOut} target={{ connection: connection.name }} /> : undefined}
        </div>
      )}
    </Panel>
  );
}

function SessionPill({ state }: { readonly state: SessionState }): ReactElement {
  if (state.state === "signed-out")
    return <StatusPill tone="bad">{t(($) => $.connections.session.state.signedOut)}</StatusPill>;
  return state.reason === undefined ? (
    <StatusPill tone="good">{t(($) => $.connections.session.state.signedIn)}</StatusPill>
  ) : (
    <StatusPill tone="waiting">{t(($) => $.connections.session.state.renewalFailing)}</StatusPill>
  );
}

function SessionReason({ session }: { readonly session: SessionState }): ReactElement | undefined {
  const { reason, message } = session;
  if (reason === undefined) return message === undefined ? undefined : <p>{formatText(message)}</p>;
  const { text: explanation, remedy, more } = explain(reason);
  return (
    <div>
      <p>{explanation}</p>
      {message === undefined || more === undefined ? undefined : <p className="muted">{formatText(message)}</p>}
      <p>{remedy}</p>
    </div>
  );
}
