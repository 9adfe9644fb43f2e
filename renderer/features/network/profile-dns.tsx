/** The DNS of a service profile: what it uses, another one, none, and one step back. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#contract/dns.ts";
import type { Profile } from "#contract/profiles.ts";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { AskDns, type DnsDeed } from "./ask-dns.tsx";
import { DnsChanges } from "./dns-changes.tsx";
import classes from "./network.module.css";
import { dnsWords, fromWords, useTone } from "./network-model.ts";
import { TellDns } from "./tell-dns.tsx";

type Deed = DnsDeed | "tell";

export function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow();
  const known = useFleetdesk((state) => shown(state.dnsList)?.items) ?? [];
  const online = useFleetdesk((state) => state.networkOnline);
  const [deed, setDeed] = useState<Deed>();
  const [answer, setAnswer] = useState<DnsAnswer>();
  const { stand, source, asOf, lost } = profile.dns;
  const begin = (next: Deed): void => {
    setAnswer(undefined);
    setDeed(next);
  };
  const asked = {
    profile,
    onClose: () => setDeed(undefined),
    onAnswer: (next: DnsAnswer) => {
      setAnswer(next);
      setDeed(undefined);
    },
  };
  return (
    <Panel title={t(($) => $.network.dns.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(profile.dns)}>{dnsWords(stand, known)}</StatusPill>
        <span className="muted">
          {[
            ...(source === undefined ? [] : [fromWords(source)]),
            ...(asOf === undefined ? [] : [when(asOf, now)]),
          ].join(", ")}
        </span>
      </p>
      {lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.dns.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.dns.lost, { dns: dnsWords(lost.wanted, known) })}</p>
        </Callout>
      )}
      {answer === undefined || (answer.outcome === "unknown" && lost !== undefined) ? undefined : (
        <Callout tone={answerTone(answer.outcome)}>
          <p>{formatText(answer.message)}</p>
        </Callout>
      )}
      <div className={classes["deeds"]}>
        <Button disabled={!online} onClick={() => begin("attach")}>
          {t(($) => $.network.dns.attachBegin)}
        </Button>
        <Button disabled={!online || stand.state === "none"} onClick={() => begin("detach")}>
          {t(($) => $.network.dns.detachBegin)}
        </Button>
        {stand.state === "unknown" ? (
          <Button onClick={() => begin("tell")}>{t(($) => $.network.dns.recordBegin)}</Button>
        ) : undefined}
        <NoNetwork online={online} />
      </div>
      <DnsChanges known={known} onUndo={() => begin("undo")} />
      {deed === "tell" ? <TellDns {...asked} /> : undefined}
      {deed === undefined || deed === "tell" ? undefined : <AskDns deed={deed} {...asked} />}
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
