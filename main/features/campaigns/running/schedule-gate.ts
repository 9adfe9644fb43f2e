/** Decides when a campaign may send (start, quiet hours, expiry), with a message, and sleeps in short intervals. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../../../core/hosts.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { Gate } from "../../../core/jobs/loop-end.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { decideStart, quietUntil } from "./schedule.ts";

/** Maximum sleep: the wall clock may jump while waiting. */
const longestNapMs = 15_000;

/** Decision about the start of a campaign. */
export type StartDecision =
  | { readonly kind: "start" }
  | { readonly kind: "wait"; readonly until: number; readonly message: CodedText }
  | { readonly kind: "ask"; readonly message: CodedText }
  | { readonly kind: "drop"; readonly code: "missed-window" | "expired"; readonly message: CodedText };

export interface ScheduleGate {
  /** Undefined while rows may be claimed. */
  closed(): Gate | undefined;
  start(): StartDecision;
  /** Sleeps towards a wall-clock time, at most `longestNapMs` per call; returns early when `signal` is aborted. */
  nap(until: number, signal: AbortSignal): Promise<void>;
}

export function createScheduleGate(campaign: StoredCampaign, clock: Clock): ScheduleGate {
  const { schedule } = campaign.options;
  const zone = schedule?.zone ?? "UTC";
  const wakeableSleep = createWakeableSleep(clock);
  // Started before, or started by an operator after the window was missed: the window no longer applies.
  const windowIsOver = campaign.startedAt !== undefined || campaign.reason === "missed-window";

  return {
    closed() {
      if (schedule === undefined) return undefined;
      const now = clock.now();
      if (schedule.expiresAt !== undefined && now >= schedule.expiresAt) {
        return { reason: "expired", message: codedText("expiry-reached") };
      }
      const until = quietUntil(schedule, now);
      if (until === undefined) return undefined;
      return { reason: "quiet-hours", message: codedText("quiet-until", { until: { at: until, zone } }), until };
    },
    start() {
      if (schedule === undefined || windowIsOver) return { kind: "start" };
      const decision = decideStart(schedule, clock.now());
      switch (decision.kind) {
        case "start":
          return { kind: "start" };
        case "wait":
          // The start time has passed and only quiet hours are left: the campaign is running with a closed gate.
          if (decision.reason === "quiet-hours" && clock.now() >= (schedule.at ?? 0)) return { kind: "start" };
          return {
            kind: "wait",
            until: decision.until,
            message: codedText("starts-at", { at: { at: decision.until, zone } }),
          };
        case "expired":
          return { kind: "drop", code: "expired", message: codedText("expired-before-start") };
        case "missed": {
          const count = Math.round(decision.lateMs / 60_000);
          const message = codedText("start-missed", { count, at: { at: schedule.at ?? 0, zone } });
          if (decision.rule === "skip") return { kind: "drop", code: "missed-window", message };
          return { kind: "ask", message: codedText("start-missed-run", { missed: message }) };
        }
      }
    },
    nap: async (until, signal) =>
      void (await wakeableSleep.wait(Math.max(0, Math.min(longestNapMs, until - clock.now())), signal)),
  };
}
