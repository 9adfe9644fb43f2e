/** Waits at the gate of a wave that has been sent, until the next one is open or the gate has failed. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../../../core/hosts.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { NoticeEvent } from "../notice.ts";

export interface WaveWaitOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly onState: () => void;
  /** Looks up the messages to these endpoints; returns why the service was not reachable, if it was not. */
  readonly checkEndpoints: (endpoints: readonly string[], signal: AbortSignal) => Promise<CodedText | undefined>;
  readonly onNotice: (event: NoticeEvent) => void;
}

export interface WaveWait {
  /**
   * Evaluates the gate once: "open" when there is something to claim, "failed" when an operator must decide; otherwise it waits a while
   * for new data.
   */
  turn(signal: AbortSignal): Promise<"open" | "failed" | "waited">;
  /** New deliveries or replies arrived, or an operator opened the next wave. */
  nudge(): void;
}

const noneChecked = -1;
/** Interval between evaluations without a nudge. */
const lookEveryMs = 5_000;

export function createWaveWait({
  campaign,
  store,
  clock,
  onState,
  onNotice,
  checkEndpoints,
}: WaveWaitOptions): WaveWait {
  const wakeableSleep = createWakeableSleep(clock);
  const zone = campaign.options.schedule?.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let nudged = false;
  /** Last row of the current wave that was looked up at the end of its time; reset for each wave. */
  let checkedUpTo = noneChecked;
  let checkFailure: CodedText | undefined;
  return {
    async turn(signal) {
      nudged = false;
      const turn = await store.turnGate({ campaign: campaign.id, now: clock.now(), zone, checkedUpTo, checkFailure });
      if (turn.kind === "ask") {
        checkFailure = await checkEndpoints(turn.endpoints, signal);
        checkedUpTo = turn.upTo;
        return "waited";
      }
      if (turn.kind === "open") [checkedUpTo, checkFailure] = [noneChecked, undefined];
      if (turn.changed) onState();
      if (turn.kind === "failed" && turn.now) onNotice({ kind: "gate-failed", message: turn.message });
      if (turn.kind !== "wait") return turn.kind;
      if (!nudged) await wakeableSleep.wait(Math.max(0, Math.min(lookEveryMs, turn.until - clock.now())), signal);
      return "waited";
    },
    nudge() {
      nudged = true;
      wakeableSleep.wake();
    },
  };
}
