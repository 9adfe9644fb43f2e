/** What the window is given of the other side: a few channels and nothing else. No zod here: the preload stays a few lines. */
import type { Outcome } from "./kit.ts";

/** The channels between the window and the main process. */
export const channels = { call: "fleet:call", cancel: "fleet:cancel", topic: "fleet:topic" } as const;

/** Everything that happened, in the order in which it did. */
export type TopicListener = (topic: string, payload: unknown) => void;

/** `window.fleet`. */
export interface FleetBridge {
  /** Answers `feature.operation`; never rejects but for an input that cannot be copied over the border. */
  readonly call: (address: string, input: unknown, ticket?: string) => Promise<Outcome<unknown>>;
  /** Gives up the call that was made with this ticket; it is answered soon, with "aborted" or with what it had come to. */
  readonly cancel: (ticket: string) => void;
  /** Returns its unsubscribe. */
  readonly on: (listener: TopicListener) => () => void;
  /** As Node names it: "linux", "darwin", "win32". */
  readonly platform: string;
}
