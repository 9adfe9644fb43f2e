/** Earlier changes of a quota of which nobody knows what came: what is said of them, and whether they hold up the next one. Pure. */
import type { QuotaAnswer } from "#contract/quotas.ts";

/** One that a reading has not told. */
export interface OpenDoubt {
  readonly change: number;
  readonly row: number;
  readonly title: string;
  readonly sentAt: number | undefined;
  /** From when on a reading can tell; undefined where none ever can. */
  readonly toldFrom: number | undefined;
  /** Another one was sent after it. */
  readonly overtaken: boolean;
  /** It waits to be sent again: it is looked up when its change goes on. */
  readonly putBack: boolean;
}

/** A whole sentence for the oldest of them: when it was sent, and what to do. */
export function sayOpen({ change, title, sentAt, toldFrom, putBack }: OpenDoubt): string {
  const when = sentAt === undefined ? "" : ` at ${moment(sentAt)}`;
  const sent = `Change ${change} (${title}) was sent to it${when}, and what came of it is not known yet, so nothing was sent.`;
  return `${sent} ${whatToDo(change, toldFrom, putBack)}`;
}

function whatToDo(change: number, toldFrom: number | undefined, putBack: boolean): string {
  if (putBack) return `Go on with change ${change}: that looks it up.`;
  return toldFrom === undefined
    ? "Reading the quota cannot tell. Check the quota, and send this change anyway if it is right."
    : `Read the quota again after ${moment(toldFrom)}: that settles it.`;
}

export function answerOf({ change, title, sentAt, toldFrom }: OpenDoubt): QuotaAnswer["unsettled"] {
  return {
    change,
    title,
    ...(sentAt === undefined ? {} : { sentAt }),
    ...(toldFrom === undefined ? {} : { toldFrom }),
  };
}

/** "2031-12-31 23:59:59 UTC", a whole second later rather than earlier. */
function moment(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
