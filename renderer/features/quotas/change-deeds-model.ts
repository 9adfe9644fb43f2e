/** What can be done to a change of many in its state. Pure. */
import type { QuotaRow } from "#contract/quota-changes.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import { count, counted, exactly } from "../../lib/format.ts";

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
      return `Change ${counted(counts.planned, "endpoint")}…`;
    case "resume":
      return "Go on";
    case "cancel":
      return state === "planned" ? "Drop it" : "Cancel";
    case "undo":
      return `Undo ${counted(leftToUndo(change), "change")}…`;
    case "settle":
      return `Look up ${counted(counts.unknown, "unknown one")}`;
    case "retry-refused":
      return `Retry ${counts.refused} refused…`;
    case "retry-unreadable":
      return `Read ${counts.unreadable} again`;
    case "retry-moved":
      return `Change ${counts.moved} that moved…`;
    case "retry-unsettled":
      return `Try ${counts.unsettled} set aside…`;
    case "retry-unknown":
      return `Send ${counted(counts.unknown, "unknown one")} again…`;
  }
}

/** What is asked before it is done; undefined where it is done at once. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger: boolean;
  /** How many endpoints it reaches; above a hundred this number is typed. */
  readonly count: number;
}

export function questionOf(deed: ChangeDeed, change: QuotaChange): Question | undefined {
  const { counts, title, state } = change;
  const sends = "Each is read again before it is written, and none is written twice by itself.";
  switch (deed) {
    case "start":
      return {
        title: `${title}?`,
        text: `${counted(counts.planned, "endpoint")} will be changed. ${sends}`,
        yes: "Change them",
        danger: false,
        count: counts.planned,
      };
    case "undo":
      return {
        title: "Take it back?",
        text: `${counted(leftToUndo(change), "endpoint")} get back what they had when it was read. Who was changed by somebody else since is left alone.`,
        yes: "Take it back",
        danger: false,
        count: leftToUndo(change),
      };
    case "retry-refused":
      return {
        title: "Try the refused ones again?",
        text: `${counted(counts.refused, "endpoint")} the service refused are sent once more. ${sends}`,
        yes: "Try again",
        danger: false,
        count: counts.refused,
      };
    case "retry-moved":
      return {
        title: "Change who moved?",
        text: `${counted(counts.moved, "endpoint")} had another value than the one that was read. They are changed from the value they have now.`,
        yes: state === "planned" ? "Put them back into the plan" : "Change them",
        danger: false,
        count: counts.moved,
      };
    case "retry-unsettled":
      return {
        title: "Try again those that were set aside?",
        text: `Of ${counted(counts.unsettled, "endpoint")} it was not known what came of an earlier change. Each is looked up again, and sent to where that is known by now.`,
        yes: state === "planned" ? "Put them back into the plan" : "Try again",
        danger: false,
        count: counts.unsettled,
      };
    case "retry-unknown":
      return {
        title: "Send again what may have been sent?",
        text: `Of ${counted(counts.unknown, "endpoint")} nobody knows whether the change was taken. Looking them up is the safer way.`,
        yes: "Send again",
        danger: true,
        count: counts.unknown,
      };
    case "cancel":
      if (state === "planned" || state === "reading" || state === "reading-interrupted") return undefined;
      return {
        title: "End it here?",
        text: "What is on its way still settles; who was not reached stays as it is. It cannot be gone on with.",
        yes: "End it",
        danger: true,
        count: 0,
      };
    case "resume":
    case "settle":
    case "retry-unreadable":
      return undefined;
  }
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
  const until =
    graceMs === undefined || lost.length < counts.unknown
      ? ""
      : `, until ${exactly(Math.max(...lost) + graceMs)} at the latest`;
  const whose = counts.unknown === 1 ? "1 answer was" : `${count(counts.unknown)} answers were`;
  return `All were sent; ${whose} lost. It waits for when reading again tells what came of that${until}.`;
}
