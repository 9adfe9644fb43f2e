/** Whether this computer has a network, as Chromium sees it. It tells no changes to the main process, so it is looked at. */
import { net, powerMonitor } from "electron";
import type { Clock, Connectivity } from "../hosts.ts";

const betweenLooksMs = 2000;

export interface WatchedConnectivity extends Connectivity {
  stop(): void;
}

export function createConnectivity(clock: Clock): WatchedConnectivity {
  const listeners = new Set<(online: boolean) => void>();
  let known = net.isOnline();
  let cancel = (): void => undefined;
  const look = (): void => {
    const online = net.isOnline();
    if (online === known) return;
    known = online;
    for (const listener of listeners) listener(online);
  };
  const lookAgain = (): void => {
    look();
    cancel = clock.after(betweenLooksMs, lookAgain);
  };
  cancel = clock.after(betweenLooksMs, lookAgain);
  powerMonitor.on("resume", look);
  return {
    online: () => known,
    onChange: (listener) => {
      const own = (online: boolean): void => listener(online);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    stop: () => {
      cancel();
      powerMonitor.off("resume", look);
    },
  };
}
