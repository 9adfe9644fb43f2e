/** The bar above every page: connection, identity, cache age, and reachability. */
import { IconSearch, IconCheck, IconChevronDown, IconSettings } from "@tabler/icons-react";
import { type ReactElement, useEffect, useState } from "react";
import { reloadQueries } from "../../data/invalidations.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { keyLabels } from "../../lib/keys.ts";
import { useAction, runAction } from "../actions/run-action.tsx";
import { openPalette } from "../actions/window-actions.ts";
import { useFleetdesk } from "../store/store.ts";
import { NotificationMenu, NotificationToast } from "./notification-toast.tsx";
import { Keys } from "../../ui/keys.tsx";
import classes from "./top-bar.module.css";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { rateLimitLabel } from "./rate-limit-label.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { formatNumber, formatTime, formatDuration } from "#shared/format.ts";
import { Button, Menu, Popover } from "@mantine/core";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { offlineReason } from "../../features/connections/offline-reason.ts";
import { switchConnection } from "../../features/connections/connection-actions.ts";
import { useConnection, useConnectionData, useEndpointCache } from "../../data/connection.ts";
import { EnvironmentBadge, environmentOf } from "../../ui/connection-tag.tsx";
import type { SessionState } from "#shared/contract/connections/session.ts";

export function TopBar(): ReactElement {
  const { title, run } = useAction({ action: openPalette });
  const onList = useFleetdesk((state) => state.address.path[0] === "fleet");
  const current = useConnection();
  const colour = current === undefined ? undefined : environmentOf(current).colour;
  return (
    <header className={classes["bar"]} data-colour={colour} data-pane="top">
      <ConnectionSwitch />
      {/* A list shows its cache age next to its title. */}
      {onList ? undefined : <CacheIndicator />}
      <NotificationToast />
      <NetworkIndicator />
      <GovernorIndicator />
      <SessionIndicator />
      <NotificationMenu />
      <button aria-keyshortcuts="Control+K" className={classes["palette"]} onClick={run} type="button">
        <IconSearch size={14} />
        <span className="visually-hidden">{title}</span>
        <Keys labels={keyLabels(openPalette.keys ?? "")} />
      </button>
    </header>
  );
}

const shortestMs = 1000;
const renewMs = 2000;

/** Shows when the rate limit delays requests, which ones, and for how long. */
function GovernorIndicator(): ReactElement | undefined {
  const governor = useConnectionData("connections.governor");
  // Shorter waits are over before they could be read.
  return governor === undefined || governor.waitingMs < shortestMs ? undefined : (
    <WaitingIndicator governor={governor} />
  );
}

function WaitingIndicator({ governor }: { readonly governor: GovernorView }): ReactElement {
  const now = useNow(renewMs);
  // The end of a wait is published as a topic; its remaining time has to be polled.
  useEffect(() => {
    const timer = window.setInterval(() => void reloadQueries("connections.governor"), renewMs);
    return () => window.clearInterval(timer);
  }, []);
  const { text, title } = rateLimitLabel(governor, now);
  return (
    <StatusPill title={title} tone="neutral">
      {text}
    </StatusPill>
  );
}

/** Age and completeness of the fleet cache, on pages other than the list itself. */
function CacheIndicator(): ReactElement | undefined {
  const cache = useEndpointCache();
  const now = useNow();
  if (cache === undefined) return undefined;
  if (cache.state === "never") return <StatusPill tone="waiting">{t(($) => $.shell.cache.notLoaded)}</StatusPill>;
  if (cache.state === "not-offered") return undefined;
  const figures =
    cache.promised === undefined
      ? formatNumber(cache.unique ?? 0)
      : t(($) => $.shell.cache.counts, {
          cached: formatNumber(cache.unique ?? 0),
          total: formatNumber(cache.promised),
        });
  return (
    <span className={`muted ${classes["cache"]}`}>
      {cache.asOf === undefined ? undefined : t(($) => $.shell.cache.asOf, { time: formatTime(cache.asOf, now) })}
      <StatusPill
        tone={cache.state === "complete" ? "good" : "waiting"}
        title={cache.reason === undefined ? undefined : formatText(cache.reason)}
      >
        {cache.state === "complete"
          ? t(($) => $.shell.cache.complete, { figures })
          : t(($) => $.shell.cache.partial, { figures })}
      </StatusPill>
    </span>
  );
}

/** Shows when the service is unreachable, with a retry button; empty otherwise. */
function NetworkIndicator(): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const reachability = useConnectionData("connections.reachability");
  const now = useNow();
  const reason = offlineReason(online, reachability, now);
  if (reason === undefined) return undefined;
  if (!online || reachability === undefined)
    return <StatusPill tone="waiting">{t(($) => $.shell.reachability.offline, { reason: reason })}</StatusPill>;
  return (
    <>
      <StatusPill tone="bad" title={reachability.message === undefined ? undefined : formatText(reachability.message)}>
        {t(($) => $.shell.reachability.offline, { reason: reason })}
      </StatusPill>
      <RetryButton connection={reachability.connection} />
    </>
  );
}

function RetryButton({ connection }: { readonly connection: string }): ReactElement {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      const { state, message } = await fleet.connections.probe({ connection });
      if (state === "offline") notifyOffline(message === undefined ? undefined : formatText(message));
    } catch (error) {
      notifyOffline(formatText(failureOf(error).text));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void retry()}>
      {t(($) => $.shell.reachability.retry)}
    </Button>
  );
}

function notifyOffline(message: string | undefined): void {
  const title = t(($) => $.shell.reachability.noResponse);
  useFleetdesk.getState().notify({ about: "no-answer", title, text: message ?? "", tone: "bad" });
}

/** Shows and switches the current connection. */
function ConnectionSwitch(): ReactElement {
  const connections = useFleetData("connections.list", {})?.connections ?? [];
  const navigate = useFleetdesk((state) => state.navigate);
  const current = connections.find((connection) => connection.current);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button className={classes["switch"]} type="button">
          <span className="visually-hidden">{t(($) => $.common.connection)}</span>
          <b translate={current === undefined ? undefined : "no"}>
            {current?.name ?? t(($) => $.shell.connection.none)}
          </b>
          {current === undefined ? undefined : <EnvironmentBadge connection={current} />}
          {current?.options.readOnly === true ? (
            <StatusPill title={t(($) => $.connections.environment.readOnlyHelp)} tone="neutral">
              {t(($) => $.connections.environment.readOnly)}
            </StatusPill>
          ) : undefined}
          {current === undefined ? undefined : <span translate="no">{hostOf(current.baseUrl)}</span>}
          <IconChevronDown aria-hidden="true" size={14} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {connections.map(({ name, baseUrl, current: isCurrent, practice, options }) => (
          <Menu.Item
            aria-current={isCurrent}
            key={name}
            rightSection={<EnvironmentBadge connection={{ practice, options }} />}
            leftSection={isCurrent ? <IconCheck size={14} /> : <span style={{ width: 14, display: "block" }} />}
            onClick={() => void runAction(switchConnection, { connection: name })}
          >
            <span translate="no">
              {name} <span className="muted">{hostOf(baseUrl)}</span>
            </span>
          </Menu.Item>
        ))}
        {connections.length > 0 ? <Menu.Divider /> : undefined}
        <Menu.Item
          leftSection={<IconSettings size={14} />}
          onClick={() => navigate({ path: ["settings", "connections"], query: {} })}
        >
          {t(($) => $.shell.connection.manage)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** The signed-in identity and its expiry; if signed out, the reason and a sign-in button. */
function SessionIndicator(): ReactElement | undefined {
  const session = useConnectionData("session.get");
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
            <span className="muted">{lifetimeLabel(session, now)}</span>
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
