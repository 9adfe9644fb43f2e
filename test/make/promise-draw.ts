/** What is drawn for a campaign under attack: faults of the service, and the steps to run. */
import fc from "fast-check";
import type { FaultRule, RecordClock } from "../../main/simulator/faults.ts";

/** Times of the model: a grace period takes 0.4 s of real time. */
export const times = 10;
export const graceMs = 4_000;

export type Step =
  | { readonly step: "run"; readonly forMs: number }
  /** `retry`: of the rejected recipients, while the campaign runs or not. */
  | { readonly step: "crash" | "restart" | "stop-all" | "retry" }
  /** `live`: while the program, and possibly the campaign, runs. */
  | { readonly step: "back-up"; readonly live: boolean }
  /** Both clocks continue while the computer sleeps or is off. */
  | { readonly step: "days-later"; readonly hours: number }
  /** Replaces the database by the last backup, if there is one; `withMark`: together with the computer's record of what was sent. */
  | { readonly step: "restore"; readonly withMark: boolean; readonly afterCrash: boolean }
  /** A copy on the same computer takes the campaign over and sends for a while. */
  | { readonly step: "take-over"; readonly forMs: number }
  /** Sets the wall clock this far ahead of the service's clock, or behind it. */
  | { readonly step: "jump"; readonly aheadMs: number }
  | { readonly step: "faults"; readonly seed: number; readonly rules: readonly FaultRule[] };

export interface PlannedCampaign {
  readonly recipients: number;
  readonly concurrency: number;
  readonly recordClock: RecordClock;
  readonly noDate: boolean;
  /** How long lists contain a record. */
  readonly listHours: number;
  /** Applied before the first request: a clock that was wrong when the computer started. */
  readonly clockAheadMs: number;
  readonly steps: readonly Step[];
}

export const minuteMs = 60_000;

/** Acceptance up to one grace period late, and lists up to one grace period old: together less than the three grace periods of a proof. */
const rule: fc.Arbitrary<FaultRule> = fc
  .record({
    base: fc.constantFrom<Omit<FaultRule, "rate">>(
      { kind: "reset-before", on: "sms.send" },
      { kind: "reset-after", on: "sms.send" },
      { kind: "reset-late", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "late", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "slow", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "truncate", on: "sms.send" },
      { kind: "error-before", on: "sms.send", status: 503, retryAfter: 1 },
      { kind: "error-after", on: "sms.send", status: 503, retryAfter: 1 },
      { kind: "error-after", on: "sms.send" },
      { kind: "answer-after", on: "sms.send", status: 200, body: "<html>ok</html>" },
      { kind: "answer-before", on: "sms.send", status: 302, headers: { location: "/portal" } },
      { kind: "throttle", on: "sms.send", retryAfter: 1 },
      { kind: "unauthorized", on: "sms.send", attempts: 1 },
      { kind: "refuse", on: "sms.send", attempts: 1 },
      { kind: "refuse", on: "sms.send", attempts: 2 },
      { kind: "equal-after", on: "sms.send" },
      { kind: "stale", on: "sms.list", delayMs: [0, graceMs] },
      { kind: "drip", on: "sms.list", delayMs: [0, 2 * graceMs] },
      { kind: "slow", on: "sms.list", delayMs: [0, 2 * graceMs] },
      { kind: "answer-before", on: "sms.list", body: "" },
      { kind: "error-before", on: "sms.list" },
      { kind: "error-before", on: "sms.list", burst: 40 },
      { kind: "list", on: "sms.list", form: "shuffled" },
      { kind: "list", on: "sms.list", form: "duplicated" },
      { kind: "list", on: "sms.list", form: "paged" },
    ),
    rate: fc.constantFrom(0.1, 0.3, 0.6),
  })
  .map(({ base, rate }) => ({ ...base, rate }));

const faults = fc.record({
  step: fc.constant("faults" as const),
  seed: fc.nat({ max: 1_000_000 }),
  rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant("run" as const), forMs: fc.nat({ max: 2 * graceMs }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constantFrom("crash" as const, "restart" as const, "stop-all" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constant("retry" as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("back-up" as const), live: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("days-later" as const), hours: fc.constantFrom(2, 25, 60) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("restore" as const), withMark: fc.boolean(), afterCrash: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("take-over" as const), forMs: fc.nat({ max: 2 * graceMs }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant("jump" as const),
      aheadMs: fc
        .constantFrom(-48 * 60, -18 * 60, -60, -1, 0, 1, 60, 18 * 60, 48 * 60)
        .map((minutes) => minutes * minuteMs),
    }),
  },
  { weight: 2, arbitrary: faults },
);

const drawnCampaign: fc.Arbitrary<PlannedCampaign> = fc.record({
  recipients: fc.integer({ min: 20, max: 40 }),
  concurrency: fc.constantFrom(1, 4, 16),
  recordClock: fc.constantFrom<RecordClock>(
    {},
    {},
    { offsetMs: -20 * minuteMs },
    { offsetMs: -120 * minuteMs },
    { offsetMs: -5 * minuteMs, spreadMs: 10_000 },
    { offsetMs: 20 * minuteMs },
    { offsetMs: -5 * 60 * minuteMs, dates: "sql" },
  ),
  noDate: fc.constantFrom(false, false, false, true),
  listHours: fc.constantFrom(24, 8_760),
  clockAheadMs: fc.constantFrom(0, 0, 120 * minuteMs, -120 * minuteMs),
  steps: fc.tuple(faults, fc.array(step, { minLength: 2, maxLength: 9 })).map(([first, more]) => [first, ...more]),
});

/**
 * Without a `Date` header the age of a message is computed from our own clock, which these campaigns set: such lists do not drop records.
 */
const plannedCampaign = drawnCampaign.map((planned) => ({
  ...planned,
  listHours: planned.noDate ? 8_760 : planned.listHours,
}));

/** The same seed draws the same campaigns; a longer draw starts with the campaigns of a shorter one. */
export function drawCampaigns(seed: number, count: number): PlannedCampaign[] {
  return fc.sample(plannedCampaign, { seed, numRuns: count });
}
