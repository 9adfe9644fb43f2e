/** The network state of this computer, which a test switches. */
import type { Connectivity } from "../../main/core/hosts.ts";

export interface FakeConnectivity extends Connectivity {
  turn(online: boolean): void;
}

export function createFakeConnectivity(online = true): FakeConnectivity {
  const listeners = new Set<(online: boolean) => void>();
  let now = online;
  return {
    online: () => now,
    onChange: (listener) => {
      const own = (value: boolean): void => listener(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    turn: (value) => {
      if (value === now) return;
      now = value;
      for (const listener of listeners) listener(value);
    },
  };
}
