/** Everything that can be done to a campaign, in groups; what cannot be done now says why. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import classes from "./campaigns.module.css";
import type { Confirmed } from "./confirm-deed.tsx";
import { type Deed, recallable } from "./deeds-model.ts";
import type { Deeds } from "./use-deeds.ts";

export interface DeedsMenuProps {
  readonly status: CampaignStatus;
  readonly deeds: Deeds;
  readonly cannot: (deed: Deed) => string | undefined;
  readonly onAsk: (asked: Confirmed) => void;
  readonly onRecall: () => void;
}

export function DeedsMenu({ status, deeds, cannot, onAsk, onRecall }: DeedsMenuProps): ReactElement {
  const { campaignId, counts, replies, state } = status;
  const unclear = status.unverified?.unclear ?? 0;
  const item = (deed: Deed, text: string, run: () => void): ReactElement => {
    const why = cannot(deed);
    return (
      <Menu.Item className={classes["deed"] ?? ""} disabled={why !== undefined || deeds.busy} onClick={run}>
        {text}
        {why === undefined ? undefined : <span className={classes["whyNot"]}>{why}</span>}
      </Menu.Item>
    );
  };
  return (
    <Menu.Dropdown>
      {state === "scheduled"
        ? item(
            "pause",
            t(($) => $.campaigns.actions.pause),
            deeds.pause,
          )
        : undefined}
      {item(
        "open-ring",
        t(($) => $.campaigns.actions.openWave),
        () => onAsk("open-ring"),
      )}
      {item(
        "reconcile",
        t(($) => $.campaigns.actions.lookUpUnknown, { count: counts.unknown }),
        deeds.reconcile,
      )}
      {item(
        "check",
        t(($) => $.campaigns.actions.checkDelivery),
        deeds.check,
      )}
      <Menu.Divider />
      {item(
        "retry-refused",
        t(($) => $.campaigns.actions.retryRejected, { number: counts.refused }),
        () => onAsk("retry-refused"),
      )}
      {item(
        "retry-unknown",
        t(($) => $.campaigns.actions.retryUnknown, { number: counts.unknown }),
        () => onAsk("retry-unknown"),
      )}
      {unclear === 0
        ? undefined
        : item(
            "retry-unverified",
            t(($) => $.campaigns.actions.retryUnverified, { number: unclear }),
            () => onAsk("retry-unverified"),
          )}
      {item(
        "recall",
        t(($) => $.campaigns.actions.recall, { count: recallable(status) }),
        onRecall,
      )}
      <Menu.Divider />
      {item(
        "silent",
        t(($) => $.campaigns.actions.followUp, { count: replies["silent"] ?? 0 }),
        () => deeds.writeAgain("silent"),
      )}
      <Menu.Item disabled={deeds.busy} onClick={() => deeds.writeAgain("same")}>
        {t(($) => $.campaigns.actions.duplicate)}
      </Menu.Item>
      <Menu.Divider />
      {item(
        "export",
        t(($) => $.campaigns.actions.exportCsv),
        () => deeds.exportAs("csv"),
      )}
      <Menu.Item component="a" href={`#/campaigns/${campaignId}/summary`}>
        {t(($) => $.campaigns.actions.printSummary)}
      </Menu.Item>
      <Menu.Divider />
      {item(
        "cancel",
        t(($) => $.campaigns.actions.cancel),
        () => onAsk("cancel"),
      )}
      {item(
        "remove",
        t(($) => $.campaigns.actions.delete),
        () => onAsk("remove"),
      )}
    </Menu.Dropdown>
  );
}
