/** What the sign in the panel offers: what is being sent, the panic stop, the window, the way out. */
import { t } from "#shared/texts/text.ts";
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
    others > 0
      ? [{ id: "more", label: t(($) => $.shell.work.more, { others }), click: () => deeds.open("/campaigns") }]
      : [];
  const nothing: MenuItemConstructorOptions[] =
    active.length === 0 ? [{ id: "idle", label: t(($) => $.shell.tray.idle), enabled: false }] : [];
  return [
    { id: "open", label: t(($) => $.shell.tray.open), click: () => deeds.open() },
    { type: "separator" },
    ...nothing,
    ...shown,
    ...more,
    { id: "stop-all", label: t(($) => $.shell.commands.stopSending.title), click: () => deeds.stopAll() },
    { type: "separator" },
    { id: "quit", label: t(($) => $.shell.tray.quit), click: () => deeds.quit() },
  ];
}

/** The line shown beside the pointer. */
export function trayTitle(active: readonly CampaignStatus[]): string {
  const [first] = active;
  if (first === undefined) return t(($) => $.shell.product);
  return active.length === 1
    ? t(($) => $.shell.tray.oneActive, { campaign: lineOf(first) })
    : t(($) => $.shell.tray.active, { count: active.length });
}

function lineOf({ name, state, counts }: CampaignStatus): string {
  if (state === "scheduled") return t(($) => $.shell.tray.scheduled, { name });
  const settled = counts.accepted + counts.refused + counts.cancelled;
  const progress = { name, settled, total: counts.planned - counts.excluded };
  return state === "waiting" ? t(($) => $.shell.tray.waiting, progress) : t(($) => $.shell.tray.sending, progress);
}
