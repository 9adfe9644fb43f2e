/** Everything that can be done to a campaign, in groups; what cannot be done now says why. */
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { count } from "../../lib/format.ts";
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
      {state === "scheduled" ? item("pause", "Pause", deeds.pause) : undefined}
      {item("open-ring", "Open the next ring…", () => onAsk("open-ring"))}
      {item("reconcile", `Look up ${count(counts.unknown)} unknown now`, deeds.reconcile)}
      {item("check", "Ask for delivery now", deeds.check)}
      <Menu.Divider />
      {item("retry-refused", `Retry ${count(counts.refused)} refused…`, () => onAsk("retry-refused"))}
      {item("retry-unknown", `Retry ${count(counts.unknown)} unknown…`, () => onAsk("retry-unknown"))}
      {unclear === 0
        ? undefined
        : item("retry-unverified", `Retry ${count(unclear)} unverified…`, () => onAsk("retry-unverified"))}
      {item("recall", `Recall up to ${count(recallable(status))} messages…`, onRecall)}
      <Menu.Divider />
      {item("silent", `Continue with the ${count(replies["silent"] ?? 0)} silent ones`, () =>
        deeds.writeAgain("silent"),
      )}
      <Menu.Item disabled={deeds.busy} onClick={() => deeds.writeAgain("same")}>
        Write one like this
      </Menu.Item>
      <Menu.Divider />
      {item("export", "Export all recipients as CSV…", () => deeds.exportAs("csv"))}
      <Menu.Item component="a" href={`#/campaigns/${campaignId}/summary`}>
        Summary to print
      </Menu.Item>
      <Menu.Divider />
      {item("cancel", "Cancel the campaign…", () => onAsk("cancel"))}
      {item("remove", "Remove it…", () => onAsk("remove"))}
    </Menu.Dropdown>
  );
}
