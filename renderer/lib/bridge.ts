/** What the preload script puts on the window: two doors, untyped; `fleet.ts` gives them their types. */
import type { Outcome } from "#contract/kit.ts";

export interface Bridge {
  /** Calls `feature.operation`; never rejects for a failure of ours. */
  call(address: string, input: unknown): Promise<Outcome<unknown>>;
  /** Hears every topic; returns its unsubscribe. */
  on(listener: (topic: string, payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly fleet: Bridge;
  }
}

export function bridge(): Bridge {
  return window.fleet;
}
