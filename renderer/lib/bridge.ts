/** The API that the preload script exposes: untyped calls and topics; `fleet.ts` adds the types. */
import type { FleetBridge } from "#shared/contract/bridge.ts";

declare global {
  interface Window {
    readonly fleet: FleetBridge;
  }
}

export function bridge(): FleetBridge {
  return window.fleet;
}
