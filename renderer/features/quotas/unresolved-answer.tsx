/** Nothing was sent, because an earlier change has an unknown outcome. Reading the quota resolves it; a second press continues anyway. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { useRefreshState } from "../../data/fleet-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { quotaReading, readQuotas } from "./read-quotas.ts";
import classes from "./quotas.module.css";

export interface UnresolvedAnswerProps {
  readonly answer: QuotaAnswer;
  readonly busy: boolean;
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** The quota was read again. */
  readonly onRead: () => void;
  readonly onSendAnyway: () => void;
}

export function UnresolvedAnswer(props: UnresolvedAnswerProps): ReactElement {
  const { answer, busy, endpoint, kind, onRead, onSendAnyway } = props;
  const reading = useRefreshState("quotas.read", quotaReading(endpoint, [kind]));
  const { unresolved } = answer;
  return (
    <Callout
      actions={
        <>
          <Button
            disabled={busy}
            loading={reading.state === "loading"}
            onClick={() => void readQuotas(endpoint, [kind]).then(onRead)}
          >
            {t(($) => $.quotas.answer.refresh)}
          </Button>
          <Button loading={busy} onClick={onSendAnyway}>
            {t(($) => $.quotas.one.sendAnyway)}
          </Button>
        </>
      }
      title={t(($) => $.quotas.answer.notSent)}
      tone="unknown"
    >
      {unresolved === undefined ? <p>{formatText(answer.message)}</p> : <Earlier {...unresolved} />}
      {reading.state === "failed" ? <p role="alert">{formatText(reading.failure.text)}</p> : undefined}
    </Callout>
  );
}

/** The content comes from the catalogue. */
function ChangeLink({ change, children }: { readonly change: number; readonly children?: ReactNode }): ReactElement {
  return (
    <a className={classes["link"]} href={`#/quotas/changes/${change}`}>
      {children}
    </a>
  );
}

function Earlier({ change, title, sentAt, resolvableFrom }: NonNullable<QuotaAnswer["unresolved"]>): ReactElement {
  return (
    <>
      <p>
        <RichText
          components={{ change: <ChangeLink change={change} /> }}
          text={sentAt === undefined ? ($) => $.quotas.answer.earlier : ($) => $.quotas.answer.earlierAt}
          values={{ change, title: formatText(title), time: sentAt === undefined ? "" : formatDateTime(sentAt) }}
        />
      </p>
      <p>
        {resolvableFrom === undefined
          ? t(($) => $.quotas.answer.resolveByHand)
          : t(($) => $.quotas.answer.resolveByRefresh, { time: formatDateTime(resolvableFrom) })}
      </p>
    </>
  );
}
