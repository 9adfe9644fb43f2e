/** A change of a profile's DNS: what is chosen, whom it reaches and whether it can be put back stand there before the yes. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#contract/dns.ts";
import type { Profile } from "#contract/profiles.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { AskRadius } from "./ask-radius.tsx";
import { DnsField } from "./dns-field.tsx";
import { profileTitle } from "./network-model.ts";

export type DnsDeed = "attach" | "detach" | "undo";

export interface AskDnsProps {
  readonly deed: DnsDeed;
  readonly profile: Profile;
  readonly onClose: () => void;
  /** It was done, or what came of it is not known. */
  readonly onAnswer: (answer: DnsAnswer) => void;
}

export function AskDns({ deed, profile, onClose, onAnswer }: AskDnsProps): ReactElement {
  const load = useFleetdesk((state) => state.loadNetwork);
  const [picked, setPicked] = useState("");
  const { busy, failure, run, forgetFailure } = useCall();
  const { title, yes } = deedWords(deed, profileTitle(profile));
  const isField = deed === "attach" && !aboutNoField(failure, ["dns"]);
  return (
    <AskRadius
      ask={{ action: deed, profile: profile.id }}
      busy={busy}
      failure={isField ? undefined : failure}
      onClose={onClose}
      onYes={() =>
        void run(async () => {
          onAnswer(await deedOf(deed, profile.id, picked));
          await load();
        })
      }
      title={title}
      yes={yes}
    >
      {deed === "attach" ? (
        <DnsField
          error={byField(failure)["dns"]}
          onChange={(id) => {
            forgetFailure();
            setPicked(id);
          }}
          placeholder={t(($) => $.network.dns.fieldPlaceholder)}
          value={picked}
        />
      ) : undefined}
      {deed !== "undo" && profile.dns.stand.state === "unknown" && profile.dns.lost === undefined ? (
        <Callout title={t(($) => $.network.dns.maybeNotUndoable)} tone="unknown">
          <p>{t(($) => $.network.dns.maybeNotUndoableHelp)}</p>
        </Callout>
      ) : undefined}
    </AskRadius>
  );
}

function deedWords(deed: DnsDeed, profile: string): { readonly title: string; readonly yes: string } {
  switch (deed) {
    case "attach":
      return { title: t(($) => $.network.dns.attachTitle, { profile }), yes: t(($) => $.network.dns.attach) };
    case "detach":
      return { title: t(($) => $.network.dns.detachTitle, { profile }), yes: t(($) => $.network.dns.detach) };
    case "undo":
      return { title: t(($) => $.network.dns.undoTitle, { profile }), yes: t(($) => $.network.dns.undo) };
  }
}

function deedOf(deed: DnsDeed, profile: string, dns: string): Promise<DnsAnswer> {
  switch (deed) {
    case "attach":
      return fleet.dns.attach({ profile, dns });
    case "detach":
      return fleet.dns.detach({ profile });
    case "undo":
      return fleet.dns.undo({ profile });
  }
}
