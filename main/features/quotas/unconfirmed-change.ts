/** Earlier changes of a quota with an unknown outcome, and the texts that describe them. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";

/** A change that no reading has resolved. */
export interface UnconfirmedChange {
  readonly change: number;
  readonly row: number;
  readonly title: CodedText;
  readonly sentAt: number | undefined;
  /** When a reading can resolve the change, in epoch milliseconds; undefined where none ever can. */
  readonly resolvableFrom: number | undefined;
  /** A later change of the same quota was sent. */
  readonly overtaken: boolean;
  /** The row is requeued: a reading resolves it when its change resumes. */
  readonly isRequeued: boolean;
}

/** Describes the change: when it was sent, and what to do next. */
export function describeUnconfirmed({
  change,
  title,
  sentAt,
  resolvableFrom,
  isRequeued: putBack,
}: UnconfirmedChange): CodedText {
  const next = nextStep(change, resolvableFrom, putBack);
  return sentAt === undefined
    ? codedText("quota-change-unresolved", { change, title, next })
    : codedText("quota-change-unresolved-since", { change, title, sentAt: moment(sentAt), next });
}

function nextStep(change: number, resolvableFrom: number | undefined, putBack: boolean): CodedText {
  if (putBack) return codedText("quota-resolve-by-resuming", { change });
  return resolvableFrom === undefined
    ? codedText("quota-resolve-by-hand")
    : codedText("quota-resolve-by-refresh", { after: moment(resolvableFrom) });
}

export function answerOf({ change, title, sentAt, resolvableFrom }: UnconfirmedChange): QuotaAnswer["unresolved"] {
  return {
    change,
    title,
    sentAt,
    resolvableFrom,
  };
}

/** Formats as "2031-12-31 23:59:59 UTC", rounded up to a whole second. */
function moment(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
