/** What the window is given of the other side: two channels and nothing else. No zod here: the preload stays a few lines. */
import type { Outcome } from "./kit.ts";

/** The two channels between the window and the main process. */
export const channels = { call: "fleet:call", topic: "fleet:topic" } as const;

/** Everything that happened, in the order in which it did. */
export type TopicListener = (topic: string, payload: unknown) => void;

/** `window.fleet`. */
export interface FleetBridge {
  /** Answers `feature.operation`; never rejects but for an input that cannot be copied over the border. */
  readonly call: (address: string, input: unknown) => Promise<Outcome<unknown>>;
  /** Returns its unsubscribe. */
  readonly on: (listener: TopicListener) => () => void;
  /** As Node names it: "linux", "darwin", "win32". */
  readonly platform: string;
}
