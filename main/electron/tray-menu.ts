/** What the sign in the panel offers: what is being sent, the panic stop, the window, the way out. */
import type { MenuItemConstructorOptions } from "electron";
import type { CampaignStatus } from "#contract/campaign-words.ts";

export interface TrayDeeds {
  readonly open: (address?: string) => void;
  readonly stopAll: () => void;
  readonly quit: () => void;
}

const mostShown = 8;

/** `sending`: the campaigns that send now. */
export function trayMenu(sending: readonly CampaignStatus[], deeds: TrayDeeds): MenuItemConstructorOptions[] {
  const shown = sending.slice(0, mostShown).map((campaign): MenuItemConstructorOptions => ({
    id: `campaign-${campaign.campaignId}`,
    label: lineOf(campaign),
    click: () => deeds.open(`/campaigns/${campaign.campaignId}`),
  }));
  const others = sending.length - shown.length;
  const more: MenuItemConstructorOptions[] =
    others > 0 ? [{ id: "more", label: `and ${others} more`, click: () => deeds.open("/campaigns") }] : [];
  const nothing: MenuItemConstructorOptions[] =
    sending.length === 0 ? [{ id: "idle", label: "Nothing is being sent", enabled: false }] : [];
  return [
    { id: "open", label: "Open Fleetdesk", click: () => deeds.open() },
    { type: "separator" },
    ...nothing,
    ...shown,
    ...more,
    { id: "stop-all", label: "Stop all sending now", enabled: sending.length > 0, click: () => deeds.stopAll() },
    { type: "separator" },
    { id: "quit", label: "Quit Fleetdesk", click: () => deeds.quit() },
  ];
}

/** The line shown beside the pointer. */
export function trayTitle(sending: readonly CampaignStatus[]): string {
  const [first] = sending;
  if (first === undefined) return "Fleetdesk";
  return sending.length === 1 ? `Fleetdesk: ${lineOf(first)}` : `Fleetdesk: ${sending.length} campaigns are sending`;
}

function lineOf({ name, counts }: CampaignStatus): string {
  const settled = counts.accepted + counts.refused + counts.cancelled;
  return `${name}: ${settled} of ${counts.planned - counts.excluded} settled`;
}
