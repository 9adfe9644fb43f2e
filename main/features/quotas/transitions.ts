/**
 * State tables for a change of quotas and for each of its rows. Pure; every pair of state and event is tested.
 *
 * Invariants: a row is stored as `sending` before its request is sent; from there it becomes resolved, released as
 * certainly not sent, or unknown; an unknown row is sent again only when an operator requeues it.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaChangeState, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import { AppError } from "#shared/failure.ts";

/** `draft`: rows are still being stored; hidden from queries. */
export type ChangeState = QuotaChangeState | "draft";

/**
 * `launch`: rows are read, and sending starts without a review. `read`, `work`: an operator requeues rows, to be read
 * or to be sent.
 */
export const changeEvents = [
  "fill",
  "plan",
  "interrupt",
  "resume",
  "start",
  "launch",
  "finish",
  "cancel",
  "read",
  "work",
] as const;
export type ChangeEvent = (typeof changeEvents)[number];

const changeTable: Readonly<Record<ChangeState, Partial<Record<ChangeEvent, ChangeState>>>> = {
  draft: { fill: "reading" },
  reading: { plan: "planned", launch: "running", interrupt: "reading-interrupted", cancel: "cancelled" },
  "reading-interrupted": { resume: "reading", cancel: "cancelled" },
  planned: { start: "running", cancel: "cancelled", read: "reading" },
  running: { finish: "finished", interrupt: "interrupted", cancel: "cancelled" },
  interrupted: { resume: "running", cancel: "cancelled" },
  finished: { read: "reading", work: "running" },
  cancelled: {},
};

/** The state after `event`, or undefined where the pair is not allowed. */
export function nextChangeState(state: ChangeState, event: ChangeEvent): ChangeState | undefined {
  return changeTable[state][event];
}

/** The state after `event`. Throws `quota-change-state` where the pair is not allowed. */
export function moveChange(state: ChangeState, event: ChangeEvent): ChangeState {
  const next = nextChangeState(state, event);
  if (next === undefined) throw changeStateError(state, rejectionOf[event]);
  return next;
}

type Rejection =
  | "quota-cannot-resume"
  | "quota-cannot-start"
  | "quota-cannot-cancel"
  | "quota-cannot-reread"
  | "quota-cannot-retry"
  | "quota-cannot-undo"
  | "quota-cannot-continue";

/** `rejection`: the text code for what is not possible in this state. */
export function changeStateError(state: ChangeState, rejection: Rejection): AppError {
  return new AppError("quota-change-state", codedText(rejection, { state: codedText(`quota-state-${state}`) }), {
    details: { state },
  });
}

const rejectionOf: Readonly<Record<ChangeEvent, Rejection>> = {
  fill: "quota-cannot-continue",
  plan: "quota-cannot-continue",
  interrupt: "quota-cannot-continue",
  resume: "quota-cannot-resume",
  start: "quota-cannot-start",
  launch: "quota-cannot-start",
  finish: "quota-cannot-continue",
  cancel: "quota-cannot-cancel",
  read: "quota-cannot-retry",
  work: "quota-cannot-retry",
};

/**
 * - `plan`: read, with something to send
 * - `skip`: excluded with a reason
 * - `same`: no change needed
 * - `move`: the quota changed elsewhere
 * - `fail`: the quota could not be read
 * - `hold`: the outcome of an earlier change of the same quota is unknown
 * - `send`: stored before the request is sent
 * - `set`, `reject`: accepted or rejected by the service, or proved by a reading
 * - `lose`: the outcome is unknown
 * - `release`: certainly not sent
 * - `again`, `reread`: an operator requeues the row, to be sent or to be read
 */
export const rowEvents = [
  "plan",
  "skip",
  "same",
  "move",
  "fail",
  "hold",
  "send",
  "set",
  "reject",
  "lose",
  "release",
  "cancel",
  "again",
  "reread",
] as const;
export type RowEvent = (typeof rowEvents)[number];

const rowTable: Readonly<Record<QuotaRowState, Partial<Record<RowEvent, QuotaRowState>>>> = {
  waiting: {
    plan: "planned",
    skip: "skipped",
    same: "unchanged",
    move: "moved",
    fail: "unreadable",
    hold: "unsettled",
    cancel: "cancelled",
  },
  unreadable: { reread: "waiting" },
  planned: {
    send: "sending",
    skip: "skipped",
    same: "unchanged",
    move: "moved",
    fail: "unreadable",
    hold: "unsettled",
    set: "set",
    reject: "not-applied",
    lose: "unknown",
    cancel: "cancelled",
  },
  sending: { set: "set", reject: "not-applied", lose: "unknown", release: "planned" },
  set: {},
  "not-applied": { again: "planned" },
  unknown: { set: "set", reject: "not-applied", move: "moved", lose: "unknown", again: "planned" },
  unchanged: {},
  moved: { again: "planned", skip: "skipped", same: "unchanged" },
  skipped: {},
  unsettled: { again: "planned", cancel: "cancelled" },
  cancelled: {},
};

export function nextRowState(state: QuotaRowState, event: RowEvent): QuotaRowState | undefined {
  return rowTable[state][event];
}
