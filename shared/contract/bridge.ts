/** The bridge of the window: a few channels and nothing else. Without zod, so that the preload stays small. */
import type { Outcome } from "./kit.ts";

/** The channels between the window and the main process. */
export const channels = { call: "fleet:call", cancel: "fleet:cancel", topic: "fleet:topic" } as const;

/** All topics, in order of publication. */
export type TopicListener = (topic: string, payload: unknown) => void;

/** `window.fleet`. */
export interface FleetBridge {
  /** Calls `feature.operation`; rejects only for an input that cannot be cloned. */
  readonly call: (address: string, input: unknown, ticket?: string) => Promise<Outcome<unknown>>;
  /** Cancels the call with this ticket; it soon resolves with "aborted" or with its result. */
  readonly cancel: (ticket: string) => void;
  /** Returns its unsubscribe. */
  readonly on: (listener: TopicListener) => () => void;
  /** As Node names it: "linux", "darwin", "win32". */
  readonly platform: string;
}
