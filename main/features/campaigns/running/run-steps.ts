/** Writes down what becomes of a campaign that is worked here, and tells of what it did by itself. */
import type { PauseReason } from "#contract/campaign-words.ts";
import type { Clock } from "../../../hosts.ts";
import type { RowCounts } from "../../../jobs/ledger.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { NoticeEvent } from "../notice.ts";

/** How a run was asked to stop. */
export type Asked = "pause" | "cancel" | "panic" | "quit";

export interface RunStepsOptions {
  readonly campaign: { readonly id: number };
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly onState: () => void;
  readonly onNotice: (event: NoticeEvent) => void;
}

export interface RunSteps {
  /** Resolves when the campaign has left the state it was started in. */
  readonly begun: Promise<void>;
  /** It has, or will not any more. */
  begin(): void;
  wait(message: string): Promise<void>;
  start(): Promise<void>;
  quiet(message: string): Promise<void>;
  /** The campaign pauses by itself. */
  pause(reason: PauseReason, message: string | undefined): Promise<void>;
  /** Nobody pauses it: it ends with who is still pending cancelled, by its schedule or by a person. */
  drop(code: "cancelled" | "missed-window" | "expired", message: string): Promise<void>;
  finish(counts: RowCounts): Promise<void>;
  endAsAsked(asked: Asked, place: Place): Promise<void>;
  /** Something was written down elsewhere. */
  told(): void;
}

/** What a campaign does while it is worked here. */
export type Place = "waiting" | "sending" | "at-gate";

export function createRunSteps(options: RunStepsOptions): RunSteps {
  const { store, clock, campaign, onNotice } = options;
  const begun = Promise.withResolvers<void>();
  const told = (): void => {
    begun.resolve();
    options.onState();
  };

  async function move(
    event: "schedule" | "start" | "pause" | "finish",
    reason?: PauseReason,
    message?: string,
  ): Promise<void> {
    await store.moveCampaign({ campaign: campaign.id, event, reason, message, now: clock.now() });
    told();
  }

  async function drop(code: "cancelled" | "missed-window" | "expired", message: string): Promise<void> {
    await store.cancelCampaign({ campaign: campaign.id, code, message, now: clock.now() });
    told();
    if (code !== "cancelled") onNotice({ what: "dropped", code, message });
  }

  return {
    begun: begun.promise,
    begin: () => begun.resolve(),
    told,
    drop,
    wait: (message) => move("schedule", undefined, message),
    start: () => move("start"),
    quiet: (message) => move("pause", "quiet-hours", message),
    async pause(reason, message) {
      await move("pause", reason, message);
      onNotice({ what: "paused", reason, message });
    },
    async finish(counts) {
      await move("finish");
      onNotice({ what: "finished", counts });
    },
    async endAsAsked(asked, place) {
      switch (asked) {
        case "cancel":
          return drop("cancelled", "Cancelled by a person.");
        case "panic":
          return move("pause", "user", "Panic stop: everything in flight was aborted.");
        case "quit":
          // What waits for its time goes on waiting for it: the next start of the program arms it again.
          return place === "waiting" ? told() : move("pause", "interrupted", closedWhile[place]);
        case "pause":
          return move("pause", "user");
      }
    },
  };
}

const closedWhile = {
  sending: "The program was closed while the campaign ran.",
  "at-gate": "The program was closed while the campaign waited at a gate. Start it to go on waiting.",
} as const;
