/** The tray icon. It is optional: some desktops have no tray. */
import { Menu, nativeImage, Tray } from "electron";
import type { Clock, Log } from "../../core/hosts.ts";
import type { Call } from "../../core/ipc/router.ts";
import { activeCampaigns } from "./running-work.ts";
import { trayMenu, trayTitle, type TrayActions } from "./tray-menu.ts";

export interface TrayOptions {
  readonly call: Call;
  readonly onTopic: (listener: (topic: string) => void) => () => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly image: string;
  readonly actions: TrayActions;
}

/** Minimum interval between two reads of the counts. */
const atMostEveryMs = 2_000;

/** Undefined where the desktop has no tray. */
export function openTray(options: TrayOptions): Tray | undefined {
  const tray = createTray(options);
  if (tray === undefined) return undefined;
  const { call, onTopic, clock, actions } = options;
  tray.on("click", () => actions.open());
  let waiting = false;
  const updateMenu = async (): Promise<void> => {
    const active = await activeCampaigns(call);
    if (tray.isDestroyed()) return;
    tray.setToolTip(trayTitle(active));
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(active, actions)));
  };
  onTopic((topic) => {
    if (waiting || (topic !== "campaigns.changed" && topic !== "campaigns.progress")) return;
    waiting = true;
    clock.after(topic === "campaigns.changed" ? 0 : atMostEveryMs, () => {
      waiting = false;
      void updateMenu();
    });
  });
  void updateMenu();
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
