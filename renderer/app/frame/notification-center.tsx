/** The notification centre: what waits for a decision first, then the rest, newest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, CloseButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { isActiveCampaign } from "#shared/rules/campaign-status.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { CopyButton } from "../../ui/copyable.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { RecordedNotification } from "../notifications-slice.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./notifications.module.css";

export function NotificationCenter({ onClose }: { readonly onClose: () => void }): ReactElement {
  const notifications = useFleetdesk((state) => state.notifications);
  const { campaigns = [] } = useFleetData("campaigns.list", {}) ?? {};
  const clear = useFleetdesk((state) => state.clearNotifications);
  // Once the campaign continues, nothing is left to decide.
  const waiting = new Set(
    campaigns
      .filter((campaign) => isActiveCampaign(campaign) && campaign.state !== "running")
      .map(({ campaignId }) => `/campaigns/${campaignId}`),
  );
  const decisions = notifications.filter(({ decision, about = "" }) => decision === true && waiting.has(about));
  const others = notifications.filter((one) => !decisions.includes(one));
  return (
    <div className={classes["center"]}>
      <div className={classes["head"]}>
        <h2 data-autofocus tabIndex={-1}>
          {t(($) => $.shell.notifications.title)}
        </h2>
        <Button disabled={notifications.length === 0} onClick={clear} variant="subtle">
          {t(($) => $.shell.notifications.clear)}
        </Button>
      </div>
      {notifications.length === 0 ? (
        <p className={classes["none"]}>{t(($) => $.shell.notifications.none)}</p>
      ) : undefined}
      <div className={classes["list"]}>
        <List entries={decisions} onClose={onClose} title={t(($) => $.shell.notifications.decisions)} />
        <List
          entries={others}
          onClose={onClose}
          title={decisions.length === 0 ? undefined : t(($) => $.shell.notifications.others)}
        />
      </div>
    </div>
  );
}

interface ListProps {
  readonly title: string | undefined;
  readonly entries: readonly RecordedNotification[];
  readonly onClose: () => void;
}

function List({ title, entries, onClose }: ListProps): ReactElement | undefined {
  if (entries.length === 0) return undefined;
  return (
    <>
      {title === undefined ? undefined : <h3>{title}</h3>}
      <ul>
        {entries.map((entry) => (
          <Entry entry={entry} key={entry.id} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

function Entry({
  entry,
  onClose,
}: {
  readonly entry: RecordedNotification;
  readonly onClose: () => void;
}): ReactElement {
  const { id, at, title, text, tone, read, links = [], file, fingerprint, connection = "", undo, recent } = entry;
  const now = useNow();
  const remove = useFleetdesk((state) => state.removeNotification);
  const isElsewhere = useFleetdesk((state) => connection !== "" && connection !== state.notificationHome);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const show = async (): Promise<void> => {
    try {
      await fleet.shell.showInFolder({ file: file ?? "" });
    } catch (error) {
      setProblem(formatText(failureOf(error).text));
    }
  };
  return (
    <li className={classes["entry"]} data-tone={tone} data-unread={!read || undefined}>
      <div className={classes["title"]}>
        <b>{title}</b>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {formatTime(at, now)}
        </time>
        <CloseButton
          aria-label={t(($) => $.shell.notifications.remove)}
          onClick={() => remove(id)}
          size="sm"
          title={t(($) => $.shell.notifications.remove)}
        />
      </div>
      {isElsewhere ? <ConnectionTag name={connection} /> : undefined}
      {text === "" ? undefined : <p>{text}</p>}
      <div className={classes["actions"]}>
        {links.map((link) => (
          <a href={`#${link.address}`} key={link.address} onClick={onClose}>
            {link.text}
          </a>
        ))}
        {file === undefined || !recent ? undefined : (
          <Button onClick={() => void show()}>{t(($) => $.shell.notifications.showInFolder)}</Button>
        )}
        {file === undefined ? undefined : (
          <CopyButton text={file}>{t(($) => $.shell.notifications.copyPath)}</CopyButton>
        )}
        {fingerprint === undefined ? undefined : (
          <CopyButton text={fingerprint}>{t(($) => $.shell.notifications.copyFingerprint)}</CopyButton>
        )}
        {undo === undefined ? undefined : (
          <Button
            onClick={() => {
              remove(id);
              undo.run();
            }}
          >
            {undo.label}
          </Button>
        )}
      </div>
      {problem === undefined ? undefined : <p role="alert">{problem}</p>}
    </li>
  );
}
