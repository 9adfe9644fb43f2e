/**
 * What may follow what, for a change of quotas and for each of its rows. Pure tables: every pair is tested.
 *
 * Invariants: a row is `sending` on disk before its request leaves; from there it is settled, released as certainly not sent, or
 * unknown; an unknown row is never sent again unless a person says so.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaChangeState, QuotaRowState } from "#contract/quota-changes.ts";
import { AppError } from "../../../failure.ts";

/** `draft`: its rows are still being written down; nobody sees it. */
export type ChangeState = QuotaChangeState | "draft";

/** `launch`: read, and to be sent without looking at it first. `read` and `work`: a person puts rows back, to be read or to be sent. */
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

/** The state after `event`, or undefined where the pair is not legal. */
export function nextChangeState(state: ChangeState, event: ChangeEvent): ChangeState | undefined {
  return changeTable[state][event];
}

/** The state after `event`; an illegal pair is an error with code "quota-change-state". */
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

/** `refusal`: the text that says what cannot be done in this state. */
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
 * `plan`: read, and something is to be sent · `skip` · `same`: it is so already · `move`: not what was read · `fail`: could not be
 * read · `hold`: what came of an earlier change of the same quota is not known · `send`: on disk before the request leaves · `set` · `refuse` · `lose`: no answer that says · `release`: certainly not
 * sent · `cancel` · `again`, `reread`: a person puts it back, to be sent or to be read
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
    lose: "unknown",
    cancel: "cancelled",
  },
  sending: { set: "set", reject: "refused", lose: "unknown", release: "planned" },
  set: {},
  refused: { again: "planned" },
  unknown: { set: "set", reject: "refused", move: "moved", lose: "unknown", again: "planned" },
  unchanged: {},
  moved: { again: "planned", skip: "skipped", same: "unchanged" },
  skipped: {},
  unsettled: { again: "planned", cancel: "cancelled" },
  cancelled: {},
};

export function nextRowState(state: QuotaRowState, event: RowEvent): QuotaRowState | undefined {
  return rowTable[state][event];
}
