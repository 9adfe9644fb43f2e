/**
 * State tables of campaigns and their recipients; quotas have their own. Pure tables: every pair is tested.
 *
 * Invariant: at every moment planned = excluded + pending + sending + accepted + refused + unknown + cancelled.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** `waiting`: continues automatically once its condition is over; `paused`: continues only when an operator resumes it. */
export const jobStates = [
  "draft",
  "planned",
  "scheduled",
  "running",
  "waiting",
  "paused",
  "finished",
  "cancelled",
] as const;
export type JobState = (typeof jobStates)[number];

/** `reopen`: an operator requeues recipients of an ended job; `recover`: found running by a process that did not start it. */
export const jobEvents = [
  "plan",
  "schedule",
  "start",
  "wait",
  "pause",
  "finish",
  "cancel",
  "reopen",
  "recover",
] as const;
export type JobEvent = (typeof jobEvents)[number];

const jobTable: Readonly<Record<JobState, Partial<Record<JobEvent, JobState>>>> = {
  draft: { plan: "planned", cancel: "cancelled" },
  planned: { schedule: "scheduled", start: "running", pause: "paused", cancel: "cancelled" },
  scheduled: { start: "running", pause: "paused", cancel: "cancelled", schedule: "scheduled" },
  running: { wait: "waiting", pause: "paused", finish: "finished", cancel: "cancelled", recover: "paused" },
  waiting: { start: "running", wait: "waiting", pause: "paused", finish: "finished", cancel: "cancelled" },
  paused: {
    start: "running",
    schedule: "scheduled",
    pause: "paused",
    cancel: "cancelled",
    reopen: "paused",
  },
  finished: { reopen: "paused" },
  cancelled: {},
};

/** Conditions that a job may wait for: each of them ends without an operator. For any other reason a job is paused. */
export const waitReasons = ["offline", "quiet-hours", "canary-gate", "rate-limited", "unknown-recipients"] as const;
export type WaitReason = (typeof waitReasons)[number];

export function isWaitReason(reason: string | undefined): reason is WaitReason {
  return (waitReasons as readonly (string | undefined)[]).includes(reason);
}

/** The state after `event`; undefined for an illegal pair. */
export function nextJobState(state: JobState, event: JobEvent): JobState | undefined {
  return jobTable[state][event];
}

/** The state after `event`; throws "campaign-state" for an illegal pair. */
export function moveJob(state: JobState, event: JobEvent): JobState {
  const next = nextJobState(state, event);
  if (next === undefined) {
    throw new AppError("campaign-state", codedText(`cannot-${event}`, { state: codedText(`state-${state}`) }), {
      details: { state, event },
    });
  }
  return next;
}

export const rowStates = ["excluded", "pending", "sending", "accepted", "refused", "unknown", "cancelled"] as const;
export type RowState = (typeof rowStates)[number];

/**
 * `lose`: no answer, or an inconclusive one; `release`: certainly not accepted; `suspect`: removed after it was requeued although it
 * may have been sent; `cancel` of an unknown row requires proof that it was not sent.
 */
export const rowEvents = [
  "claim",
  "accept",
  "reject",
  "lose",
  "release",
  "prove-accepted",
  "prove-not-sent",
  "cancel",
  "suspect",
  "retry",
] as const;
export type RowEvent = (typeof rowEvents)[number];

const rowTable: Readonly<Record<RowState, Partial<Record<RowEvent, RowState>>>> = {
  excluded: {},
  pending: { claim: "sending", cancel: "cancelled", suspect: "unknown", "prove-accepted": "accepted" },
  sending: { accept: "accepted", reject: "refused", lose: "unknown", release: "pending" },
  accepted: {},
  refused: { retry: "pending" },
  unknown: { "prove-accepted": "accepted", "prove-not-sent": "pending", cancel: "cancelled", retry: "pending" },
  cancelled: {},
};

export function nextRowState(state: RowState, event: RowEvent): RowState | undefined {
  return rowTable[state][event];
}
