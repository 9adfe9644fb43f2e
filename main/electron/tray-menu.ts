/** What the sign in the panel offers: what is being sent, the panic stop, the window, the way out. */
import type { MenuItemConstructorOptions } from "electron";
import type { CampaignStatus } from "#contract/campaign-words.ts";

export interface TrayDeeds {
  readonly open: (address?: string) => void;
  readonly stopAll: () => void;
  readonly quit: () => void;
}

const mostShown = 8;

/** `active`: the campaigns that send now, wait, or are scheduled. */
export function trayMenu(active: readonly CampaignStatus[], deeds: TrayDeeds): MenuItemConstructorOptions[] {
  const shown = active.slice(0, mostShown).map((campaign): MenuItemConstructorOptions => ({
    id: `campaign-${campaign.campaignId}`,
    label: lineOf(campaign),
    click: () => deeds.open(`/campaigns/${campaign.campaignId}`),
  }));
  const others = active.length - shown.length;
  const more: MenuItemConstructorOptions[] =
    others > 0 ? [{ id: "more", label: `and ${others} more`, click: () => deeds.open("/campaigns") }] : [];
  const nothing: MenuItemConstructorOptions[] =
    active.length === 0 ? [{ id: "idle", label: "Nothing is being sent", enabled: false }] : [];
  return [
    { id: "open", label: "Open Fleetdesk", click: () => deeds.open() },
    { type: "separator" },
    ...nothing,
    ...shown,
    ...more,
    { id: "stop-all", label: "Stop all sending now", click: () => deeds.stopAll() },
    { type: "separator" },
    { id: "quit", label: "Quit Fleetdesk", click: () => deeds.quit() },
  ];
}

/** The line shown beside the pointer. */
export function trayTitle(active: readonly CampaignStatus[]): string {
  const [first] = active;
  if (first === undefined) return "Fleetdesk";
  return active.length === 1 ? `Fleetdesk: ${lineOf(first)}` : `Fleetdesk: ${active.length} campaigns are active`;
}

function lineOf({ name, state, counts }: CampaignStatus): string {
  if (state === "scheduled") return `${name}: scheduled`;
  const settled = counts.accepted + counts.refused + counts.cancelled;
  return `${state === "waiting" ? "Waiting: " : ""}${name}: ${settled} of ${counts.planned - counts.excluded} settled`;
}
