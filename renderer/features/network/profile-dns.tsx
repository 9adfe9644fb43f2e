/** The DNS of a service profile: what it uses, another one, none, and one step back. */
import { Button, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#contract/dns.ts";
import type { Profile } from "#contract/profiles.ts";
import { fleet } from "../../lib/fleet.ts";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import { AskRadius } from "./ask-radius.tsx";
import { DnsChanges } from "./dns-changes.tsx";
import classes from "./network.module.css";
import { addressesOf, dnsWords, fromWords, profileTitle, useTone } from "./network-model.ts";

type Deed = "attach" | "detach" | "undo" | "tell";

export function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow();
  const known = useFleetdesk((state) => shown(state.dnsList)?.items) ?? [];
  const load = useFleetdesk((state) => state.loadNetwork);
  const [deed, setDeed] = useState<Deed>();
  const [picked, setPicked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<DnsAnswer>();
  const { busy, failure, run, forgetFailure } = useCall();
  const { stand, source, asOf, lost } = profile.dns;
  const begin = (next: Deed): void => {
    forgetFailure();
    setAnswer(undefined);
    setDeed(next);
  };
  const act = (): void =>
    void run(async () => {
      if (deed === undefined) return;
      setAnswer(await deedOf(deed, profile.id, picked ?? undefined));
      setDeed(undefined);
      await load();
    });
  const choice = (
    <Select
      clearable={deed === "tell"}
      data={known.map((item) => ({ value: item.id, label: `${addressesOf(item)} (${item.id})` }))}
      error={failure?.details?.["field"] === "dns" ? failure.message : undefined}
      label="DNS configuration"
      onChange={setPicked}
      placeholder={deed === "tell" ? "none of its own" : "choose one"}
      value={picked}
    />
  );
  return (
    <Panel title="DNS configuration">
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
        <Callout title="What came of the last change is not known" tone="unknown">
          <p>
            It was to become {dnsWords(lost.wanted, known)}, and the answer was lost. Doing it once more is safe: the
            same change twice is the same as once.
          </p>
        </Callout>
      )}
      {answer === undefined || (answer.outcome === "unknown" && lost !== undefined) ? undefined : (
        <Callout tone={answerTone(answer.outcome)}>
          <p>{answer.message}</p>
        </Callout>
      )}
      <div className={classes["deeds"]}>
        <Button onClick={() => begin("attach")}>Attach another…</Button>
        <Button disabled={stand.state === "none"} onClick={() => begin("detach")}>
          Detach…
        </Button>
        {stand.state === "unknown" ? <Button onClick={() => begin("tell")}>I know what it uses…</Button> : undefined}
      </div>
      <DnsChanges known={known} onUndo={() => begin("undo")} />
      <AskRadius
        ask={deed === undefined ? undefined : { action: deed === "tell" ? "attach" : deed, profile: profile.id }}
        busy={busy}
        failure={failure}
        onClose={() => setDeed(undefined)}
        onYes={act}
        title={deed === undefined ? "" : deedWords(deed, profileTitle(profile)).title}
        yes={deed === undefined ? "" : deedWords(deed, "").yes}
      >
        {deed === "attach" || deed === "tell" ? choice : undefined}
      </AskRadius>
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

function deedWords(deed: Deed, name: string): { readonly title: string; readonly yes: string } {
  switch (deed) {
    case "attach":
      return { title: `Attach a DNS configuration to ${name}`, yes: "Attach it" };
    case "detach":
      return { title: `Detach the DNS configuration from ${name}`, yes: "Detach it" };
    case "undo":
      return { title: `Put back what ${name} had before`, yes: "Put it back" };
    case "tell":
      return { title: `What ${name} uses`, yes: "Keep this" };
  }
}

function deedOf(deed: Deed, profile: string, dns: string | undefined): Promise<DnsAnswer> {
  switch (deed) {
    case "attach":
      return fleet.dns.attach({ profile, dns: dns ?? "" });
    case "detach":
      return fleet.dns.detach({ profile });
    case "undo":
      return fleet.dns.undo({ profile });
    case "tell":
      return fleet.dns.tell({ profile, ...(dns === undefined ? {} : { dns }) });
  }
}
