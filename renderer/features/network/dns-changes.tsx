/** Changes to the DNS of a profile made by this program, newest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { DnsChange, DnsConfiguration } from "#shared/contract/network/dns.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";
import { dnsChangeStatus, dnsLabel } from "./network-labels.ts";

export interface DnsChangesProps {
  /** Its id. */
  readonly profile: string;
  readonly configurations: readonly DnsConfiguration[];
  readonly onUndo: () => void;
}

export function DnsChanges({ profile, configurations, onUndo }: DnsChangesProps): ReactElement | undefined {
  const now = useNow();
  const online = useFleetdesk((state) => state.networkOnline);
  const changesState = useFleetQuery("dns.changes", { profile, limit: 20 }, { reloadOnOpen: true });
  if (changesState.state === "failed")
    return (
      <Callout title={t(($) => $.network.dns.historyFailed)} tone="bad">
        <p>{formatText(changesState.failure.text)}</p>
      </Callout>
    );
  const changes = dataOf(changesState)?.changes ?? [];
  if (changes.length === 0) return undefined;
  const transitionText = ({ before, after }: DnsChange): string =>
    t(($) => $.network.dns.transition, {
      before: dnsLabel(before, configurations),
      after: dnsLabel(after, configurations),
    });
  return (
    <ul aria-label={t(($) => $.network.dns.history)} className={classes["changes"]}>
      {changes.map((change) => {
        const { title, tone, state } = dnsChangeStatus(change);
        return (
          <li className={classes["line"]} key={change.change}>
            <StatusPill tone={tone}>{state}</StatusPill>
            <b>{title}</b>
            <span className="mono">{transitionText(change)}</span>
            <span className="muted">{formatTime(change.at, now)}</span>
            {change.message === undefined ? undefined : <span className="muted">{formatText(change.message)}</span>}
            {change.undoable ? (
              <Button disabled={!online} onClick={onUndo}>
                {t(($) => $.network.dns.undoBegin)}
              </Button>
            ) : undefined}
          </li>
        );
      })}
    </ul>
  );
}
