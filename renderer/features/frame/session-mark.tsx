/** Who is signed in and until when; when not, why, and the way back. */
import { Button, Popover } from "@mantine/core";
import type { ReactElement } from "react";
import type { SessionState } from "#contract/session.ts";
import { lasting, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./top-strip.module.css";

export function SessionMark(): ReactElement | undefined {
  const session = useFleetdesk((state) => shown(state.session));
  const go = useFleetdesk((state) => state.go);
  const now = useNow();
  if (session === undefined) return undefined;
  const signedIn = session.state === "signed-in";
  // The tokens are there but cannot be reached: signing in again would be the wrong remedy.
  const closed = session.reason === "keychain-closed";
  return (
    <Popover position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <button className={classes["mark"]} type="button">
          {signedIn && session.reason === undefined ? (
            <span className={classes["quiet"]}>{horizon(session, now)}</span>
          ) : (
            <StatusPill tone={signedIn || closed ? "waiting" : "bad"}>
              {closed ? "keychain closed" : signedIn ? "session in doubt" : "signed out"}
            </StatusPill>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes["explained"]}>
          <b>{who(session)}</b>
          {session.message === undefined ? undefined : <p>{session.message}</p>}
          {signedIn ? <p>{horizonSentence(session, now)}</p> : undefined}
          <p className="muted">{protection[session.protection]}</p>
          {closed ? (
            <Button onClick={() => go({ path: ["settings", "keychain"], query: {} })} variant="filled">
              Open the keychain…
            </Button>
          ) : (
            <Button
              onClick={() => go({ path: ["settings", "connections"], query: { connection: session.connection } })}
              variant={signedIn ? "default" : "filled"}
            >
              {signedIn ? "Connection…" : "Sign in again"}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const protection: Readonly<Record<SessionState["protection"], string>> = {
  system: "The tokens are kept in the system's keychain.",
  file: "The tokens are kept in a file that your passphrase protects.",
  memory: "The tokens are kept for this session only.",
};

function who({ identity, connection }: SessionState): string {
  const name = identity.username ?? identity.organisationName ?? connection;
  return identity.organisationName === undefined || identity.organisationName === name
    ? name
    : `${name} (${identity.organisationName})`;
}

/** An application token signs in again by itself, a user must be there when the refresh ends. */
function endOf(session: SessionState): number | undefined {
  return session.kind === "application-token" ? undefined : session.refreshExpiresAt;
}

function horizon(session: SessionState, now: number): string {
  const end = endOf(session);
  return end === undefined ? "Signed in" : `Session until ${when(end, now)}`;
}

function horizonSentence(session: SessionState, now: number): string {
  const end = endOf(session);
  if (end === undefined) return "The session renews itself for as long as the application token is valid.";
  return `The session ends at ${when(end, now)}, in ${lasting(end - now)}; then the password is asked again.`;
}
