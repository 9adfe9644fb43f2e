/** When a campaign may send: its start, its quiet hours, its expiry. Says why it waits, and waits in pieces. */
import type { Clock } from "../../../hosts.ts";
import { createBell } from "../../../jobs/bell.ts";
import type { Gate } from "../../../jobs/worker-loop.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { decideStart, quietUntil, sayInstant } from "./schedule.ts";

/** Longest sleep in one piece: the wall clock may jump while waiting. */
const longestNapMs = 15_000;

/** What the start of a campaign has come to. */
export type StartDecision =
  | { readonly kind: "start" }
  | { readonly kind: "wait"; readonly until: number; readonly message: string }
  | { readonly kind: "ask"; readonly message: string }
  | { readonly kind: "drop"; readonly code: "missed-window" | "expired"; readonly message: string };

export interface ScheduleGate {
  /** Undefined while rows may be claimed. */
  closed(): Gate | undefined;
  start(): StartDecision;
  /** Waits towards a wall-clock time, at most a few seconds at once; returns early when `signal` is aborted. */
  nap(until: number, signal: AbortSignal): Promise<void>;
}

export function createScheduleGate(campaign: StoredCampaign, clock: Clock): ScheduleGate {
  const { schedule } = campaign.options;
  const bell = createBell(clock);
  // Started once, or sent on its way by a person after the window was missed: the window is behind it.
  const windowIsOver = campaign.startedAt !== undefined || campaign.reason === "missed-window";

  return {
    closed() {
      if (schedule === undefined) return undefined;
      const now = clock.now();
      if (schedule.expiresAt !== undefined && now >= schedule.expiresAt) {
        return { reason: "expired", message: "The campaign reached its expiry." };
      }
      const until = quietUntil(schedule, now);
      if (until === undefined) return undefined;
      return { reason: "quiet-hours", message: `Quiet hours until ${sayInstant(schedule, until)}.`, until };
    },
    start() {
      if (schedule === undefined || windowIsOver) return { kind: "start" };
      const decision = decideStart(schedule, clock.now());
      switch (decision.kind) {
        case "start":
          return { kind: "start" };
        case "wait":
          // Its time has come, only the hours are quiet: it is running, and the gate is closed.
          if (decision.reason === "quiet-hours" && clock.now() >= (schedule.at ?? 0)) return { kind: "start" };
          return { kind: "wait", until: decision.until, message: `Starts at ${sayInstant(schedule, decision.until)}.` };
        case "expired":
          return { kind: "drop", code: "expired", message: "The campaign expired before it started." };
        case "missed": {
          const minutes = Math.round(decision.lateMs / 60_000);
          const late = minutes === 1 ? "1 minute" : `${minutes} minutes`;
          const message = `The start at ${sayInstant(schedule, schedule.at ?? 0)} was missed by ${late}.`;
          if (decision.rule === "skip") return { kind: "drop", code: "missed-window", message };
          return { kind: "ask", message: `${message} Run it to start now.` };
        }
      }
    },
    nap: (until, signal) => bell.wait(Math.max(0, Math.min(longestNapMs, until - clock.now())), signal),
  };
}
