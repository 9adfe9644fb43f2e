/** Earlier changes of a quota of which nobody knows what came: what is said of them, and whether they hold up the next one. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaAnswer } from "#contract/quotas.ts";

/** One that a reading has not told. */
export interface UnconfirmedChange {
  readonly change: number;
  readonly row: number;
  readonly title: CodedText;
  readonly sentAt: number | undefined;
  /** From when on a reading can tell; undefined where none ever can. */
  readonly resolvableFrom: number | undefined;
  /** Another one was sent after it. */
  readonly overtaken: boolean;
  /** It waits to be sent again: it is looked up when its change goes on. */
  readonly putBack: boolean;
}

/** For the oldest of them: when it was sent, and what to do. */
export function describeUnconfirmed({ change, title, sentAt, resolvableFrom, putBack }: UnconfirmedChange): CodedText {
  const next = whatToDo(change, resolvableFrom, putBack);
  return sentAt === undefined
    ? codedText("quota-change-unresolved", { change, title, next })
    : codedText("quota-change-unresolved-since", { change, title, sentAt: moment(sentAt), next });
}

function whatToDo(change: number, resolvableFrom: number | undefined, putBack: boolean): CodedText {
  if (putBack) return codedText("quota-resolve-by-resuming", { change });
  return resolvableFrom === undefined
    ? codedText("quota-resolve-by-hand")
    : codedText("quota-resolve-by-refresh", { after: moment(resolvableFrom) });
}

export function answerOf({ change, title, sentAt, resolvableFrom }: UnconfirmedChange): QuotaAnswer["unresolved"] {
  return {
    change,
    title,
    ...(sentAt === undefined ? {} : { sentAt }),
    ...(resolvableFrom === undefined ? {} : { resolvableFrom }),
  };
}

/** "2031-12-31 23:59:59 UTC", a whole second later rather than earlier. */
function moment(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
