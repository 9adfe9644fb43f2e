/** What was done here to the DNS of a profile, newest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { DnsChange, DnsConfiguration } from "#contract/dns.ts";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";
import { changeWords, dnsWords } from "./network-model.ts";

export interface DnsChangesProps {
  readonly known: readonly DnsConfiguration[];
  readonly onUndo: () => void;
}

export function DnsChanges({ known, onUndo }: DnsChangesProps): ReactElement | undefined {
  const now = useNow();
  const online = useFleetdesk((state) => state.networkOnline);
  const remote = useFleetdesk((state) => state.profileChanges);
  if (remote.state === "failed")
    return (
      <Callout title={t(($) => $.network.dns.historyFailed)} tone="bad">
        <p>{formatText(remote.failure.text)}</p>
      </Callout>
    );
  const changes = shown(remote) ?? [];
  if (changes.length === 0) return undefined;
  const words = ({ before, after }: DnsChange): string =>
    t(($) => $.network.dns.transition, { before: dnsWords(before, known), after: dnsWords(after, known) });
  return (
    <ul aria-label={t(($) => $.network.dns.history)} className={classes["changes"]}>
      {changes.map((change) => {
        const { title, tone, state } = changeWords(change);
        return (
          <li className={classes["line"]} key={change.change}>
            <StatusPill tone={tone}>{state}</StatusPill>
            <b>{title}</b>
            <span className="mono">{words(change)}</span>
            <span className="muted">{when(change.at, now)}</span>
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
