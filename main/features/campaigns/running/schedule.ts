/**
 * Decides when a campaign may send. Pure: depends only on the schedule and the current time.
 * Quiet hours last from the first time the wall clock shows `fromMinute` to the last time it shows `untilMinute`, so an hour that is
 * repeated when the clock is set back is either completely quiet or not at all. A time that is skipped when the clock is set forward
 * is the moment of the skip.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { openZone } from "#shared/rules/zone-time.ts";
import type { Zone } from "#shared/zone-time.ts";
import type { Clock } from "../../../core/hosts.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { Gate } from "../../../core/jobs/worker-loop.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";

export type StartDecision =
  | { readonly kind: "start" }
  | { readonly kind: "wait"; readonly until: number; readonly reason: "scheduled" | "quiet-hours" }
  /** Late by `lateMs`. `run` means "run, but not this late": an operator decides, as for `ask`. */
  | { readonly kind: "missed"; readonly rule: "ask" | "skip" | "run"; readonly lateMs: number }
  | { readonly kind: "expired" };

/** A start within this time of its moment is on time under the rules `ask` and `skip`. */
const punctualMs = 60_000;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Decision for a campaign that has not started yet. Its moment is `at`, moved to the end of quiet hours that contain it. */
export function decideStart(schedule: Schedule, now: number): StartDecision {
  if (isExpired(schedule, now)) return { kind: "expired" };
  const { at } = schedule;
  if (at !== undefined) {
    const moment = quietUntil(schedule, at) ?? at;
    if (now < at) return waitUntil(schedule, moment, moment > at ? "quiet-hours" : "scheduled");
    const { missed } = schedule;
    const allowedMs = missed.rule === "run" ? missed.lateMinutes * minuteMs : punctualMs;
    if (now - moment > allowedMs) return { kind: "missed", rule: missed.rule, lateMs: now - moment };
  }
  return decideContinue(schedule, now);
}

/** Decision for a campaign that has started: only quiet hours and expiry apply. */
export function decideContinue(schedule: Schedule, now: number): Exclude<StartDecision, { readonly kind: "missed" }> {
  if (isExpired(schedule, now)) return { kind: "expired" };
  const until = quietUntil(schedule, now);
  return until === undefined ? { kind: "start" } : waitUntil(schedule, until, "quiet-hours");
}

/** End of the quiet hours that contain `now`; undefined outside of them. */
export function quietUntil(schedule: Schedule, now: number): number | undefined {
  const { quiet } = schedule;
  if (quiet === undefined || quiet.fromMinute === quiet.untilMinute) return undefined;
  const zone = openZone(schedule.zone);
  let until: number | undefined;
  for (;;) {
    const end = endOfQuiet(zone, quiet, until ?? now);
    if (end === undefined) return until;
    until = end; // where the clock was set back, the next quiet hours may already have begun
  }
}

/** Next start of quiet hours after `now`; undefined where there are none. `now` must be outside of them. */
export function quietFrom(schedule: Schedule, now: number): number | undefined {
  const { quiet } = schedule;
  if (quiet === undefined || quiet.fromMinute === quiet.untilMinute) return undefined;
  const zone = openZone(schedule.zone);
  const today = Math.floor(zone.wallAt(now) / dayMs) * dayMs;
  const begins = [0, 1, 2].map((days) => zone.firstInstant(today + days * dayMs + quiet.fromMinute * minuteMs));
  return begins.find((from) => from > now);
}

const reviewMs = 10 * minuteMs;

/**
 * Validates a schedule before it is stored. Throws `schedule-invalid`: unknown zone, quiet hours without an end, a start in the past
 * (beyond the minutes needed to review a plan), an expiry in the past or before the earliest possible start.
 */
export function checkSchedule(schedule: Schedule, now: number): void {
  const zone = openZone(schedule.zone);
  const { quiet, at, expiresAt } = schedule;
  if (quiet !== undefined && quiet.fromMinute === quiet.untilMinute) {
    throw invalid(codedText("quiet-hours-empty"), "quiet");
  }
  if (at !== undefined && at < now - reviewMs) {
    throw invalid(codedText("start-in-past", { at: { at, zone: zone.name } }), "at");
  }
  if (expiresAt === undefined) return;
  const expiry = { at: expiresAt, zone: zone.name };
  if (expiresAt <= now) throw invalid(codedText("expiry-in-past", { at: expiry }), "expiresAt");
  const requestedAt = Math.max(at ?? now, now);
  const earliest = quietUntil(schedule, requestedAt) ?? requestedAt;
  if (earliest >= expiresAt) {
    const start = { at: earliest, zone: zone.name };
    throw invalid(codedText("expiry-before-start", { expiry, start }), "expiresAt");
  }
}

function waitUntil(
  schedule: Schedule,
  until: number,
  reason: "scheduled" | "quiet-hours",
): Exclude<StartDecision, { readonly kind: "missed" }> {
  return isExpired(schedule, until) ? { kind: "expired" } : { kind: "wait", until, reason };
}

function isExpired({ expiresAt }: Schedule, at: number): boolean {
  return expiresAt !== undefined && at >= expiresAt;
}

function endOfQuiet(zone: Zone, quiet: NonNullable<Schedule["quiet"]>, instant: number): number | undefined {
  const today = Math.floor(zone.wallAt(instant) / dayMs) * dayMs;
  const spansMidnight = quiet.fromMinute > quiet.untilMinute;
  for (const day of [today - 2 * dayMs, today - dayMs, today, today + dayMs]) {
    const from = zone.firstInstant(day + quiet.fromMinute * minuteMs);
    const until = zone.lastInstant(day + (spansMidnight ? dayMs : 0) + quiet.untilMinute * minuteMs);
    if (from <= instant && instant < until) return until;
  }
  return undefined;
}

function invalid(text: CodedText, field: string): AppError {
  return new AppError("schedule-invalid", text, { details: { field } });
}

// Decides when a campaign may send (start, quiet hours, expiry), with a message, and sleeps in short intervals.

/** Maximum sleep: the wall clock may jump while waiting. */
const longestNapMs = 15_000;

/** Decision about the start of a campaign. */
type GatedStart =
  | { readonly kind: "start" }
  | { readonly kind: "wait"; readonly until: number; readonly message: CodedText }
  | { readonly kind: "ask"; readonly message: CodedText }
  | { readonly kind: "drop"; readonly code: "missed-window" | "expired"; readonly message: CodedText };

export interface ScheduleGate {
  /** Undefined while rows may be claimed. */
  closed(): Gate | undefined;
  start(): GatedStart;
  /** Sleeps towards a wall-clock time, at most `longestNapMs` per call; returns early when `signal` is aborted. */
  nap(until: number, signal: AbortSignal): Promise<void>;
}

export function createScheduleGate(campaign: StoredCampaign, clock: Clock): ScheduleGate {
  const { schedule } = campaign.options;
  const zone = schedule?.zone ?? "UTC";
  const wakeableSleep = createWakeableSleep(clock);
  // Started before, or started by an operator after the window was missed: the window no longer applies.
  const windowIsOver = campaign.startedAt !== undefined || campaign.reason === "missed-window";

  /** Computed once a minute, because quiet hours begin and end with one, and every request asks. */
  let quiet: { readonly minute: number; readonly until: number | undefined } | undefined;
  const quietNow = (requested: Schedule, now: number): number | undefined => {
    const minute = Math.floor(now / minuteMs);
    if (quiet?.minute !== minute) quiet = { minute, until: quietUntil(requested, now) };
    return quiet.until;
  };

  return {
    closed() {
      if (schedule === undefined) return undefined;
      const now = clock.now();
      if (schedule.expiresAt !== undefined && now >= schedule.expiresAt) {
        return { reason: "expired", message: codedText("expiry-reached") };
      }
      const until = quietNow(schedule, now);
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
