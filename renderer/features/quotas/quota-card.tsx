/** One quota of an endpoint: state, consequences under its service profile, and its change form. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { EndpointQuotas } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ChangeOne } from "./change-one.tsx";
import { formKey } from "./quotas-slice.ts";
import { emptyForm, isUntouched } from "./quota-form.ts";
import { quotaTitles, readingStatus } from "./quota-labels.ts";
import classes from "./quotas.module.css";
import { QuotaStateView } from "./quota-state-view.tsx";

const opens: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.one.openData),
  sms: t(($) => $.quotas.one.openSms),
};

export interface QuotaCardProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  readonly reading: EndpointQuotas[QuotaKind];
  /** A read error common to both quotas is shown above them. */
  readonly isReportedAbove: boolean;
}

export function QuotaCard({ endpoint, kind, reading, isReportedAbove }: QuotaCardProps): ReactElement {
  const { state: quotaState, problem, enforcement } = reading;
  const connection = useConnection()?.name ?? "";
  const key = formKey(connection, endpoint, kind);
  const form = useFleetdesk((state) => state.quotaForms[key]);
  const readForm = useFleetdesk((state) => state.readQuotaForm);
  const [opened, setOpened] = useState<boolean>();
  useEffect(() => readForm(key), [key, readForm]);
  const now = useNow();
  // A stored draft reopens the form.
  const editing = opened ?? (form !== undefined && !isUntouched(form));
  return (
    <Panel
      aside={
        <Button aria-expanded={editing} onClick={() => setOpened(!editing)}>
          {editing ? t(($) => $.quotas.one.close) : opens[kind]}
        </Button>
      }
      title={quotaTitles[kind]}
    >
      {quotaState === undefined ? (
        <div>
          <StatusPill tone={readingStatus(reading).tone}>{readingStatus(reading).text}</StatusPill>
        </div>
      ) : (
        <QuotaStateView kind={kind} quotaState={quotaState} />
      )}
      {enforcement.blocks ? (
        <Callout title={t(($) => $.quotas.one.blocked)} tone="bad">
          <p>{formatText(enforcement.sentence)}</p>
        </Callout>
      ) : (
        <p className={classes["sentence"]}>{formatText(enforcement.sentence)}</p>
      )}
      {problem === undefined || isReportedAbove ? undefined : (
        <Callout title={t(($) => $.quotas.one.readFailed, { time: formatTime(problem.at, now) })} tone="waiting">
          <p>{formatText(problem.message)}</p>
          {quotaState === undefined ? undefined : <p>{t(($) => $.quotas.olderData)}</p>}
        </Callout>
      )}
      {editing ? (
        <ChangeOne endpoint={endpoint} form={form ?? emptyForm} formKey={key} kind={kind} quotaState={quotaState} />
      ) : undefined}
    </Panel>
  );
}
