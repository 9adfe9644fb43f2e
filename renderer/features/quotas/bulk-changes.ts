/** The actions that the state of a bulk change allows. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { QuotaRow } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime } from "#shared/format.ts";
import type { Confirmation } from "../../lib/confirmation.ts";

export type ChangeAction =
  | "start"
  | "resume"
  | "cancel"
  | "undo"
  | "settle"
  | "retry-not-applied"
  | "retry-unreadable"
  | "retry-moved"
  | "retry-unsettled"
  | "retry-unknown";

/** Number of applied rows that are not undone yet; 0 while an undo runs. */
function leftToUndo({ counts, undone }: QuotaChange): number {
  return undone?.isRunning === true ? 0 : counts.set - (undone?.back ?? 0);
}

/** In display order: continuing actions first, terminating ones last. */
export function possibleActions(change: QuotaChange): readonly ChangeAction[] {
  const { state, counts } = change;
  const retries: readonly ChangeAction[] = [
    ...(counts.unknown > 0 ? ["settle" as const, "retry-unknown" as const] : []),
    ...(counts["not-applied"] > 0 ? ["retry-not-applied" as const] : []),
    ...(counts.unreadable > 0 ? ["retry-unreadable" as const] : []),
    ...(counts.moved > 0 ? ["retry-moved" as const] : []),
    ...(counts.unsettled > 0 ? ["retry-unsettled" as const] : []),
  ];
  const undo: readonly ChangeAction[] = leftToUndo(change) > 0 ? ["undo"] : [];
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

export function actionLabel(action: ChangeAction, change: QuotaChange): string {
  const { counts, state } = change;
  switch (action) {
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
    case "retry-not-applied":
      return t(($) => $.quotas.action.retryNotApplied, { count: counts["not-applied"] });
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

/** Confirmation of an action; undefined if it needs none. */
export function confirmationOf(action: ChangeAction, change: QuotaChange): Confirmation | undefined {
  const { counts, state } = change;
  switch (action) {
    case "start":
      return confirmStart(change);
    case "undo":
      return confirmUndo(leftToUndo(change));
    case "retry-not-applied":
      return confirmRetryNotApplied(counts["not-applied"]);
    case "retry-moved":
      return confirmUpdateElsewhere(counts.moved, state === "planned");
    case "retry-unsettled":
      return confirmRetryOnHold(counts.unsettled, state === "planned");
    case "retry-unknown":
      return confirmResend(counts.unknown);
    case "cancel":
      if (state === "planned" || state === "reading" || state === "reading-interrupted") return undefined;
      return {
        title: t(($) => $.quotas.question.cancel.title),
        summary: t(($) => $.quotas.question.cancel.text),
        confirmLabel: t(($) => $.quotas.action.cancel),
        cancelLabel: t(($) => $.quotas.question.keep),
        danger: true,
      };
    case "resume":
    case "settle":
    case "retry-unreadable":
      return undefined;
  }
}

function numberToType(count: number): number | undefined {
  return count > maxUnconfirmed ? count : undefined;
}

function confirmStart({ title, counts: { planned: count } }: QuotaChange): Confirmation {
  return {
    title: t(($) => $.quotas.question.start.title, { title: formatText(title) }),
    summary: t(($) => $.quotas.question.start.text, { count }),
    option: t(($) => $.quotas.question.start.option),
    confirmLabel: t(($) => $.quotas.question.start.yes, { count }),
    numberToType: numberToType(count),
  };
}

function confirmUndo(count: number): Confirmation {
  return {
    title: t(($) => $.quotas.question.undo.title, { count }),
    summary: t(($) => $.quotas.question.undo.text),
    option: t(($) => $.quotas.question.undo.option),
    confirmLabel: t(($) => $.quotas.question.undo.yes, { count }),
    numberToType: numberToType(count),
  };
}

function confirmRetryNotApplied(count: number): Confirmation {
  return {
    title: t(($) => $.quotas.question.retryNotApplied.title, { count }),
    summary: t(($) => $.quotas.question.retryNotApplied.text),
    confirmLabel: t(($) => $.quotas.question.retryNotApplied.yes, { count }),
    numberToType: numberToType(count),
  };
}

function confirmUpdateElsewhere(count: number, isPlan: boolean): Confirmation {
  return {
    title: t(($) => $.quotas.question.updateElsewhere.title),
    summary: t(($) => $.quotas.question.updateElsewhere.text, { count }),
    confirmLabel: isPlan
      ? t(($) => $.quotas.question.addToPlan)
      : t(($) => $.quotas.question.updateElsewhere.yes, { count }),
    numberToType: numberToType(count),
  };
}

function confirmRetryOnHold(count: number, isPlan: boolean): Confirmation {
  return {
    title: t(($) => $.quotas.question.retryOnHold.title, { count }),
    summary: t(($) => $.quotas.question.retryOnHold.text),
    option: t(($) => $.quotas.question.retryOnHold.option),
    confirmLabel: isPlan
      ? t(($) => $.quotas.question.addToPlan)
      : t(($) => $.quotas.question.retryOnHold.yes, { count }),
    numberToType: numberToType(count),
  };
}

function confirmResend(count: number): Confirmation {
  return {
    title: t(($) => $.quotas.question.resend.title, { count }),
    summary: t(($) => $.quotas.question.resend.text),
    confirmLabel: t(($) => $.quotas.question.resend.yes, { count }),
    danger: true,
    numberToType: numberToType(count),
  };
}

/** Progress within the current phase. */
export function doneOf({ state, counts, total }: QuotaChange): { readonly done: number; readonly total: number } {
  if (state === "reading" || state === "reading-interrupted") return { done: total - counts.waiting, total };
  return { done: total - counts.planned - counts.sending - counts.waiting, total };
}

/** What a change whose requests are all sent still waits for, and until when; undefined if it does not wait. */
export function waitsFor(
  { state, counts }: QuotaChange,
  rows: { readonly items: readonly QuotaRow[] } | undefined,
  graceMs: number | undefined,
): string | undefined {
  if (state !== "running" || counts.planned + counts.sending + counts.waiting > 0 || counts.unknown === 0)
    return undefined;
  const lost = (rows?.items ?? []).flatMap((row) => (row.state === "unknown" ? (row.resolvedAt ?? []) : []));
  if (graceMs === undefined || lost.length < counts.unknown) {
    return t(($) => $.quotas.change.checking, { count: counts.unknown });
  }
  const time = formatDateTime(Math.max(...lost) + graceMs);
  return t(($) => $.quotas.change.checkingUntil, { count: counts.unknown, time });
}
