/** The tray icon. It is optional: some desktops have no tray. */
import { Menu, nativeImage, Tray } from "electron";
import type { Log } from "../../core/hosts.ts";
import { activeCampaigns, type WorkFollower } from "./running-work.ts";
import { trayMenu, trayTitle, type TrayActions } from "./tray-menu.ts";

export interface TrayOptions {
  readonly work: WorkFollower;
  readonly log: Log;
  readonly image: string;
  readonly actions: TrayActions;
}

/** Undefined where the desktop has no tray. */
export function openTray(options: TrayOptions): Tray | undefined {
  const tray = createTray(options);
  if (tray === undefined) return undefined;
  const { work, actions } = options;
  tray.on("click", () => actions.open());
  const update = (active: ReturnType<typeof activeCampaigns>): void => {
    if (tray.isDestroyed()) return;
    tray.setToolTip(trayTitle(active));
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(active, actions)));
  };
  update([]);
  work.onChange((now) => update(activeCampaigns(now)));
  return tray;
}

function createTray({ image, log }: TrayOptions): Tray | undefined {
  try {
    return new Tray(nativeImage.createFromPath(image));
  } catch (error) {
    log.warn("tray.unavailable", { reason: error instanceof Error ? error.message : "" });
    return undefined;
  }
}
