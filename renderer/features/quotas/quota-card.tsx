/** One quota of an endpoint: how it stands, what that means under its service profile, and the way to change it. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { EndpointQuotas } from "#contract/quotas.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import { when } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ChangeOne } from "./change-one.tsx";
import { formKey } from "./quota-endpoint-slice.ts";
import { emptyForm, isUntouched } from "./quota-form-model.ts";
import { quotaTitles, readingStatus } from "./quota-words-model.ts";
import classes from "./quotas.module.css";
import { StandView } from "./stand-view.tsx";

const opens: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.one.openData),
  sms: t(($) => $.quotas.one.openSms),
};

export interface QuotaCardProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  readonly reading: EndpointQuotas[QuotaKind];
  /** Why it could not be read is said above for both quotas. */
  readonly toldAbove: boolean;
}

export function QuotaCard({ endpoint, kind, reading, toldAbove }: QuotaCardProps): ReactElement {
  const { stand, problem, enforcement } = reading;
  const connection = useFleetdesk((state) => currentConnection(state)?.name ?? "");
  const key = formKey(connection, endpoint, kind);
  const form = useFleetdesk((state) => state.quotaForms[key]);
  const readForm = useFleetdesk((state) => state.readQuotaForm);
  const [opened, setOpened] = useState<boolean>();
  useEffect(() => readForm(key), [key, readForm]);
  const now = useNow();
  // What was half typed the last time is shown again.
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
      {stand === undefined ? (
        <div>
          <StatusPill tone={readingStatus(reading).tone}>{readingStatus(reading).text}</StatusPill>
        </div>
      ) : (
        <StandView kind={kind} stand={stand} />
      )}
      {enforcement.blocks ? (
        <Callout title={t(($) => $.quotas.one.blocked)} tone="bad">
          <p>{formatText(enforcement.sentence)}</p>
        </Callout>
      ) : (
        <p className={classes["sentence"]}>{formatText(enforcement.sentence)}</p>
      )}
      {problem === undefined || toldAbove ? undefined : (
        <Callout title={t(($) => $.quotas.one.readFailed, { time: when(problem.at, now) })} tone="waiting">
          <p>{formatText(problem.message)}</p>
          {stand === undefined ? undefined : <p>{t(($) => $.quotas.olderShown)}</p>}
        </Callout>
      )}
      {editing ? (
        <ChangeOne endpoint={endpoint} form={form ?? emptyForm} formKey={key} kind={kind} stand={stand} />
      ) : undefined}
    </Panel>
  );
}
