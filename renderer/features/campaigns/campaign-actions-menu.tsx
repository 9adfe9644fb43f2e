/** All actions of a campaign in groups; disabled ones show the reason. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import classes from "./campaigns.module.css";
import type { Confirmed } from "./confirm-campaign-action.tsx";
import { type CampaignAction, recallable } from "./campaign-action.ts";
import type { CampaignActions } from "./use-campaign-actions.ts";

export interface CampaignActionsMenuProps {
  readonly status: CampaignStatus;
  readonly actions: CampaignActions;
  readonly cannot: (action: CampaignAction) => string | undefined;
  readonly onSelect: (action: Confirmed) => void;
  readonly onRecall: () => void;
}

export function CampaignActionsMenu({
  status,
  actions,
  cannot,
  onSelect,
  onRecall,
}: CampaignActionsMenuProps): ReactElement {
  const { campaignId, counts, replies, state } = status;
  const unclear = status.unverified?.unclear ?? 0;
  const item = (action: CampaignAction, text: string, run: () => void): ReactElement => {
    const disabledReason = cannot(action);
    return (
      <Menu.Item
        className={classes["menuItem"] ?? ""}
        disabled={disabledReason !== undefined || actions.busy}
        onClick={run}
      >
        {text}
        {disabledReason === undefined ? undefined : <span className={classes["disabledReason"]}>{disabledReason}</span>}
      </Menu.Item>
    );
  };
  return (
    <Menu.Dropdown>
      {state === "scheduled"
        ? item(
            "pause",
            t(($) => $.campaigns.actions.pause),
            actions.pause,
          )
        : undefined}
      {item(
        "open-ring",
        t(($) => $.campaigns.actions.openWave),
        () => onSelect("open-ring"),
      )}
      {item(
        "reconcile",
        t(($) => $.campaigns.actions.lookUpUnknown, { count: counts.unknown }),
        actions.reconcile,
      )}
      {item(
        "check",
        t(($) => $.campaigns.actions.checkDelivery),
        actions.check,
      )}
      <Menu.Divider />
      {item(
        "retry-refused",
        t(($) => $.campaigns.actions.retryRejected, { number: counts.refused }),
        () => onSelect("retry-refused"),
      )}
      {item(
        "retry-unknown",
        t(($) => $.campaigns.actions.retryUnknown, { number: counts.unknown }),
        () => onSelect("retry-unknown"),
      )}
      {unclear === 0
        ? undefined
        : item(
            "retry-unverified",
            t(($) => $.campaigns.actions.retryUnverified, { number: unclear }),
            () => onSelect("retry-unverified"),
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
        () => actions.duplicate("silent"),
      )}
      <Menu.Item disabled={actions.busy} onClick={() => actions.duplicate("same")}>
        {t(($) => $.campaigns.actions.duplicate)}
      </Menu.Item>
      <Menu.Divider />
      {item(
        "export",
        t(($) => $.campaigns.actions.exportCsv),
        () => actions.exportAs("csv"),
      )}
      <Menu.Item component="a" href={`#/campaigns/${campaignId}/summary`}>
        {t(($) => $.campaigns.actions.printSummary)}
      </Menu.Item>
      <Menu.Divider />
      {item(
        "cancel",
        t(($) => $.campaigns.actions.cancel),
        () => onSelect("cancel"),
      )}
      {item(
        "remove",
        t(($) => $.campaigns.actions.delete),
        () => onSelect("remove"),
      )}
    </Menu.Dropdown>
  );
}
