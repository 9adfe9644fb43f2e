/** The DNS of a service profile: current, change, remove, and undo of the last change. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ConfirmDns, type DnsAction } from "./confirm-dns.tsx";
import { DnsChanges } from "./dns-changes.tsx";
import classes from "./network.module.css";
import { dnsLabel, dataSourceText, useTone } from "./network-labels.ts";
import { RecordDns } from "./record-dns.tsx";

type ProfileDnsAction = DnsAction | "tell";

export function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow();
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  const online = useFleetdesk((state) => state.networkOnline);
  const [action, setAction] = useState<ProfileDnsAction>();
  const [answer, setAnswer] = useState<DnsAnswer>();
  const { assignment, source, asOf, lost } = profile.dns;
  const begin = (next: ProfileDnsAction): void => {
    setAnswer(undefined);
    setAction(next);
  };
  const dialogProps = {
    profile,
    onClose: () => setAction(undefined),
    onAnswer: (next: DnsAnswer) => {
      setAnswer(next);
      setAction(undefined);
    },
  };
  return (
    <Panel title={t(($) => $.network.dns.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(profile.dns)}>{dnsLabel(assignment, configurations)}</StatusPill>
        <span className="muted">
          {[
            ...(source === undefined ? [] : [dataSourceText(source)]),
            ...(asOf === undefined ? [] : [formatTime(asOf, now)]),
          ].join(", ")}
        </span>
      </p>
      {lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.dns.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.dns.lost, { dns: dnsLabel(lost.requested, configurations) })}</p>
        </Callout>
      )}
      {answer === undefined || (answer.outcome === "unknown" && lost !== undefined) ? undefined : (
        <Callout tone={answerTone(answer.outcome)}>
          <p>{formatText(answer.message)}</p>
        </Callout>
      )}
      <div className={classes["actions"]}>
        <Button disabled={!online} onClick={() => begin("attach")}>
          {t(($) => $.network.dns.attachBegin)}
        </Button>
        <Button disabled={!online || assignment.state === "none"} onClick={() => begin("detach")}>
          {t(($) => $.network.dns.detachBegin)}
        </Button>
        {assignment.state === "unknown" ? (
          <Button onClick={() => begin("tell")}>{t(($) => $.network.dns.recordBegin)}</Button>
        ) : undefined}
        <NoNetwork online={online} />
      </div>
      <DnsChanges configurations={configurations} onUndo={() => begin("undo")} profile={profile.id} />
      {action === "tell" ? <RecordDns {...dialogProps} /> : undefined}
      {action === undefined || action === "tell" ? undefined : <ConfirmDns action={action} {...dialogProps} />}
    </Panel>
  );
}

function answerTone(outcome: DnsAnswer["outcome"]): CalloutProps["tone"] {
  switch (outcome) {
    case "done":
    case "unchanged":
      return "good";
    case "moved":
      return "waiting";
    case "unknown":
      return "unknown";
  }
}
