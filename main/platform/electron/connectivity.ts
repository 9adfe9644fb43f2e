/** Whether this computer has a network, according to Chromium. It sends no change events to the main process, so it is polled. */
import { net, powerMonitor } from "electron";
import type { Clock, Connectivity } from "../../core/hosts.ts";

const pollIntervalMs = 2000;

export interface WatchedConnectivity extends Connectivity {
  stop(): void;
}

export function createConnectivity(clock: Clock): WatchedConnectivity {
  const listeners = new Set<(online: boolean) => void>();
  let lastOnline = net.isOnline();
  let cancel = (): void => undefined;
  const check = (): void => {
    const online = net.isOnline();
    if (online === lastOnline) return;
    lastOnline = online;
    for (const listener of listeners) listener(online);
  };
  const poll = (): void => {
    check();
    cancel = clock.after(pollIntervalMs, poll);
  };
  cancel = clock.after(pollIntervalMs, poll);
  powerMonitor.on("resume", check);
  return {
    online: () => lastOnline,
    onChange: (listener) => {
      const own = (online: boolean): void => listener(online);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    stop: () => {
      cancel();
      powerMonitor.off("resume", check);
    },
  };
}
