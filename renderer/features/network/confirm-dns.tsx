/** Confirms a change of a profile's DNS: shows the selection, its impact, and whether it can be undone. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ConfirmImpact } from "./confirm-impact.tsx";
import { DnsField } from "./dns-field.tsx";
import { profileTitle } from "./network-labels.ts";

export type DnsAction = "attach" | "detach" | "undo";

export interface ConfirmDnsProps {
  readonly action: DnsAction;
  readonly profile: Profile;
  readonly onClose: () => void;
  /** Called on success, and if the outcome is unknown. */
  readonly onAnswer: (answer: DnsAnswer) => void;
}

export function ConfirmDns({ action, profile, onClose, onAnswer }: ConfirmDnsProps): ReactElement {
  const [picked, setPicked] = useState("");
  const call = useCall();
  const { failure, run, clearFailure } = call;
  return (
    <ConfirmImpact
      call={call}
      confirmation={actionTexts(action, profileTitle(profile))}
      fields={action === "attach" ? ["dns"] : []}
      onClose={onClose}
      onConfirm={() =>
        void run(async () => {
          onAnswer(await runAction(action, profile.id, picked));
          await reloadQueries("dns.list", "profiles.list");
        })
      }
      request={{ action, profile: profile.id }}
    >
      {action === "attach" ? (
        <DnsField
          error={byField(failure)["dns"]}
          onChange={(id) => {
            clearFailure();
            setPicked(id);
          }}
          placeholder={t(($) => $.network.dns.fieldPlaceholder)}
          value={picked}
        />
      ) : undefined}
      {action !== "undo" && profile.dns.assignment.state === "unknown" && profile.dns.lost === undefined ? (
        <Callout title={t(($) => $.network.dns.maybeNotUndoable)} tone="unknown">
          <p>{t(($) => $.network.dns.maybeNotUndoableHelp)}</p>
        </Callout>
      ) : undefined}
    </ConfirmImpact>
  );
}

function actionTexts(action: DnsAction, profile: string): Confirmation {
  switch (action) {
    case "attach":
      return { title: t(($) => $.network.dns.attachTitle, { profile }), confirmLabel: t(($) => $.network.dns.attach) };
    case "detach":
      return { title: t(($) => $.network.dns.detachTitle, { profile }), confirmLabel: t(($) => $.network.dns.detach) };
    case "undo":
      return { title: t(($) => $.network.dns.undoTitle, { profile }), confirmLabel: t(($) => $.network.dns.undo) };
  }
}

function runAction(action: DnsAction, profile: string, dns: string): Promise<DnsAnswer> {
  switch (action) {
    case "attach":
      return fleet.dns.attach({ profile, dns });
    case "detach":
      return fleet.dns.detach({ profile });
    case "undo":
      return fleet.dns.undo({ profile });
  }
}
