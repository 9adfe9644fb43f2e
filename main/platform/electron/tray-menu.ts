/** The menu of the tray icon: campaigns that are sending, “Stop all sending”, show the window, quit. */
import { t } from "#shared/texts/text.ts";
import type { MenuItemConstructorOptions } from "electron";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { campaignProgress } from "./running-work.ts";

export interface TrayActions {
  readonly open: (address?: string) => void;
  readonly stopAll: () => void;
  readonly quit: () => void;
}

const maxItems = 8;

/** `active`: the campaigns that send now, wait, or are scheduled. */
export function trayMenu(active: readonly CampaignStatus[], actions: TrayActions): MenuItemConstructorOptions[] {
  const items = active.slice(0, maxItems).map((campaign): MenuItemConstructorOptions => ({
    id: `campaign-${campaign.campaignId}`,
    label: lineOf(campaign),
    click: () => actions.open(`/campaigns/${campaign.campaignId}`),
  }));
  const hiddenCount = active.length - items.length;
  const more: MenuItemConstructorOptions[] =
    hiddenCount > 0
      ? [
          {
            id: "more",
            label: t(($) => $.shell.work.more, { others: hiddenCount }),
            click: () => actions.open("/campaigns"),
          },
        ]
      : [];
  const nothing: MenuItemConstructorOptions[] =
    active.length === 0 ? [{ id: "idle", label: t(($) => $.shell.tray.idle), enabled: false }] : [];
  return [
    { id: "open", label: t(($) => $.shell.tray.open), click: () => actions.open() },
    { type: "separator" },
    ...nothing,
    ...items,
    ...more,
    { id: "stop-all", label: t(($) => $.shell.commands.stopSending.title), click: () => actions.stopAll() },
    { type: "separator" },
    { id: "quit", label: t(($) => $.shell.tray.quit), click: () => actions.quit() },
  ];
}

/** The tooltip of the tray icon. */
export function trayTitle(active: readonly CampaignStatus[]): string {
  const [first] = active;
  if (first === undefined) return t(($) => $.shell.product);
  return active.length === 1
    ? t(($) => $.shell.tray.oneActive, { campaign: lineOf(first) })
    : t(($) => $.shell.tray.active, { count: active.length });
}

function lineOf(campaign: CampaignStatus): string {
  const { name, connection, state } = campaign;
  if (state === "scheduled") return t(($) => $.shell.tray.scheduled, { name, connection });
  const progress = { name, connection, ...campaignProgress(campaign) };
  return state === "waiting" ? t(($) => $.shell.tray.waiting, progress) : t(($) => $.shell.tray.sending, progress);
}
