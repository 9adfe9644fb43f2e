/** What can be done to a change of many in its state. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type { QuotaRow } from "#contract/quota-changes.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import { exactly } from "../../lib/format.ts";

export type ChangeDeed =
  | "start"
  | "resume"
  | "cancel"
  | "undo"
  | "settle"
  | "retry-refused"
  | "retry-unreadable"
  | "retry-moved"
  | "retry-unsettled"
  | "retry-unknown";

/** How many of those that were set are not back yet; none while they are being put back. */
function leftToUndo({ counts, undone }: QuotaChange): number {
  return undone?.underWay === true ? 0 : counts.set - (undone?.back ?? 0);
}

/** In the order in which they are offered: what goes on first, what ends it last. */
export function possibleDeeds(change: QuotaChange): readonly ChangeDeed[] {
  const { state, counts } = change;
  const retries: readonly ChangeDeed[] = [
    ...(counts.unknown > 0 ? ["settle" as const, "retry-unknown" as const] : []),
    ...(counts.refused > 0 ? ["retry-refused" as const] : []),
    ...(counts.unreadable > 0 ? ["retry-unreadable" as const] : []),
    ...(counts.moved > 0 ? ["retry-moved" as const] : []),
    ...(counts.unsettled > 0 ? ["retry-unsettled" as const] : []),
  ];
  const undo: readonly ChangeDeed[] = leftToUndo(change) > 0 ? ["undo"] : [];
  switch (state) {
    case "reading":
    case "running":
      return ["cancel"];
    case "reading-interrupted":
      return ["resume", "cancel"];
    case "planned":
      return [
        ...(counts.planned > 0 ? ["start" as const] : []),
        ...retries.filter((one) => one !== "settle"),
        "cancel",
      ];
    case "interrupted":
      return ["resume", ...retries.filter((one) => one !== "retry-unreadable"), ...undo, "cancel"];
    case "finished":
      return [...retries, ...undo];
    case "cancelled":
      return [...(counts.unknown > 0 ? ["settle" as const] : []), ...undo];
  }
}

export function deedWords(deed: ChangeDeed, change: QuotaChange): string {
  const { counts, state } = change;
  switch (deed) {
    case "start":
      return t(($) => $.quotas.action.start, { count: counts.planned });
    case "resume":
      return t(($) => $.quotas.action.resume);
    case "cancel":
      return state === "planned" ? t(($) => $.quotas.action.discard) : t(($) => $.quotas.action.cancel);
    case "undo":
      return t(($) => $.quotas.action.undo, { count: leftToUndo(change) });
    case "settle":
      return t(($) => $.quotas.action.check, { count: counts.unknown });
    case "retry-refused":
      return t(($) => $.quotas.action.retryRejected, { count: counts.refused });
    case "retry-unreadable":
      return t(($) => $.quotas.action.readAgain, { count: counts.unreadable });
    case "retry-moved":
      return t(($) => $.quotas.action.updateElsewhere, { count: counts.moved });
    case "retry-unsettled":
      return t(($) => $.quotas.action.retryOnHold, { count: counts.unsettled });
    case "retry-unknown":
      return t(($) => $.quotas.action.resend, { count: counts.unknown });
  }
}

/** What is asked before it is done; undefined where it is done at once. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  /** Of the button that closes it, where that is not "Cancel". */
  readonly no?: string;
  readonly danger: boolean;
  /** How many endpoints it reaches; above a hundred this number is typed. */
  readonly count: number;
}

export function questionOf(deed: ChangeDeed, change: QuotaChange): Question | undefined {
  const { counts, state } = change;
  switch (deed) {
    case "start":
      return askStart(change);
    case "undo":
      return askUndo(leftToUndo(change));
    case "retry-refused":
      return askRetryRejected(counts.refused);
    case "retry-moved":
      return askUpdateElsewhere(counts.moved, state === "planned");
    case "retry-unsettled":
      return askRetryOnHold(counts.unsettled, state === "planned");
    case "retry-unknown":
      return askResend(counts.unknown);
    case "cancel":
      if (state === "planned" || state === "reading" || state === "reading-interrupted") return undefined;
      return {
        title: t(($) => $.quotas.question.cancel.title),
        text: t(($) => $.quotas.question.cancel.text),
        yes: t(($) => $.quotas.action.cancel),
        no: t(($) => $.quotas.question.keep),
        danger: true,
        count: 0,
      };
    case "resume":
    case "settle":
    case "retry-unreadable":
      return undefined;
  }
}

function askStart({ title, counts: { planned: count } }: QuotaChange): Question {
  return {
    title: t(($) => $.quotas.question.start.title, { title: formatText(title) }),
    text: t(($) => $.quotas.question.start.text, { count }),
    yes: t(($) => $.quotas.question.start.yes, { count }),
    danger: false,
    count,
  };
}

function askUndo(count: number): Question {
  return {
    title: t(($) => $.quotas.question.undo.title, { count }),
    text: t(($) => $.quotas.question.undo.text),
    yes: t(($) => $.quotas.question.undo.yes, { count }),
    danger: false,
    count,
  };
}

function askRetryRejected(count: number): Question {
  return {
    title: t(($) => $.quotas.question.retryRejected.title, { count }),
    text: t(($) => $.quotas.question.retryRejected.text),
    yes: t(($) => $.quotas.question.retryRejected.yes, { count }),
    danger: false,
    count,
  };
}

function askUpdateElsewhere(count: number, isPlan: boolean): Question {
  return {
    title: t(($) => $.quotas.question.updateElsewhere.title),
    text: t(($) => $.quotas.question.updateElsewhere.text, { count }),
    yes: isPlan ? t(($) => $.quotas.question.addToPlan) : t(($) => $.quotas.question.updateElsewhere.yes, { count }),
    danger: false,
    count,
  };
}

function askRetryOnHold(count: number, isPlan: boolean): Question {
  return {
    title: t(($) => $.quotas.question.retryOnHold.title, { count }),
    text: t(($) => $.quotas.question.retryOnHold.text),
    yes: isPlan ? t(($) => $.quotas.question.addToPlan) : t(($) => $.quotas.question.retryOnHold.yes, { count }),
    danger: false,
    count,
  };
}

function askResend(count: number): Question {
  return {
    title: t(($) => $.quotas.question.resend.title, { count }),
    text: t(($) => $.quotas.question.resend.text),
    yes: t(($) => $.quotas.question.resend.yes, { count }),
    danger: true,
    count,
  };
}

/** How far it has come, of what it does just now. */
export function doneOf({ state, counts, total }: QuotaChange): { readonly done: number; readonly total: number } {
  if (state === "reading" || state === "reading-interrupted") return { done: total - counts.waiting, total };
  return { done: total - counts.planned - counts.sending - counts.waiting, total };
}

/** What a change that has sent everything still waits for, and until when; undefined where it does not. */
export function waitsFor(
  { state, counts }: QuotaChange,
  rows: { readonly items: readonly QuotaRow[] } | undefined,
  graceMs: number | undefined,
): string | undefined {
  if (state !== "running" || counts.planned + counts.sending + counts.waiting > 0 || counts.unknown === 0)
    return undefined;
  const lost = (rows?.items ?? []).flatMap((row) => (row.state === "unknown" ? (row.settledAt ?? []) : []));
  if (graceMs === undefined || lost.length < counts.unknown) {
    return t(($) => $.quotas.change.checking, { count: counts.unknown });
  }
  const time = exactly(Math.max(...lost) + graceMs);
  return t(($) => $.quotas.change.checkingUntil, { count: counts.unknown, time });
}
