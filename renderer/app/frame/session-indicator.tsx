/** The signed-in identity and its expiry; if signed out, the reason and a sign-in button. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Popover } from "@mantine/core";
import type { ReactElement } from "react";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { formatDuration, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./top-bar.module.css";

export function SessionIndicator(): ReactElement | undefined {
  const session = useFleetdesk((state) => dataOf(state.session));
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  if (session === undefined) return undefined;
  const signedIn = session.state === "signed-in";
  // The tokens exist but the keychain is locked: signing in again would not help.
  const closed = session.reason === "keychain-closed";
  return (
    <Popover position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <button className={classes["indicator"]} type="button">
          {signedIn && session.reason === undefined ? (
            <span className={classes["quiet"]}>{lifetimeLabel(session, now)}</span>
          ) : (
            <StatusPill tone={signedIn || closed ? "waiting" : "bad"}>
              {closed
                ? t(($) => $.shell.session.keychainLocked)
                : signedIn
                  ? t(($) => $.shell.session.notRenewed)
                  : t(($) => $.shell.session.signedOut)}
            </StatusPill>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes["details"]}>
          <b>{identityText(session)}</b>
          {session.message === undefined ? undefined : <p>{formatText(session.message)}</p>}
          {signedIn ? <p>{lifetimeSentence(session, now)}</p> : undefined}
          <p className="muted">{protection[session.protection]}</p>
          {closed ? (
            <Button onClick={() => navigate({ path: ["settings", "keychain"], query: {} })} variant="filled">
              {t(($) => $.shell.session.unlockKeychain)}
            </Button>
          ) : (
            <Button
              onClick={() => navigate({ path: ["settings", "connections"], query: { connection: session.connection } })}
              variant={signedIn ? "default" : "filled"}
            >
              {signedIn ? t(($) => $.shell.session.manageConnection) : t(($) => $.shell.session.signInAgain)}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const protection: Readonly<Record<SessionState["protection"], string>> = {
  system: t(($) => $.shell.session.tokensInKeychain),
  file: t(($) => $.shell.session.tokensInFile),
  memory: t(($) => $.shell.session.tokensInMemory),
};

function identityText({ identity, connection }: SessionState): string {
  const name = identity.username ?? identity.organisationName ?? connection;
  return identity.organisationName === undefined || identity.organisationName === name
    ? name
    : `${name} (${identity.organisationName})`;
}

/**
 * Expiry that needs operator action: an application token is refreshed automatically; a user has to sign in again when the refresh
 * token expires.
 */
function endOf(session: SessionState): number | undefined {
  return session.kind === "application-token" ? undefined : session.refreshExpiresAt;
}

function lifetimeLabel(session: SessionState, now: number): string {
  const end = endOf(session);
  return end === undefined
    ? t(($) => $.shell.session.signedIn)
    : t(($) => $.shell.session.until, { time: formatTime(end, now) });
}

function lifetimeSentence(session: SessionState, now: number): string {
  const end = endOf(session);
  if (end === undefined) return t(($) => $.shell.session.renewsAutomatically);
  return t(($) => $.shell.session.ends, { time: formatTime(end, now), duration: formatDuration(end - now) });
}
