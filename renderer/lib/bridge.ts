/** What the preload script puts on the window: two doors, untyped; `fleet.ts` gives them their types. */
import type { FleetBridge } from "#contract/bridge.ts";

declare global {
  interface Window {
    readonly fleet: FleetBridge;
  }
}

export function bridge(): FleetBridge {
  return window.fleet;
}
