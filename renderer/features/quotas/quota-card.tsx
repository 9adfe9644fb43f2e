/** One quota of an endpoint: how it stands, what that means under its service profile, and the way to change it. */
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
import { kindWords, readingStatus } from "./quota-words-model.ts";
import classes from "./quotas.module.css";
import { StandView } from "./stand-view.tsx";

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
  const word = kindWords[kind];
  // What was half typed the last time is shown again.
  const editing = opened ?? (form !== undefined && !isUntouched(form));
  return (
    <Panel
      aside={
        <Button aria-expanded={editing} onClick={() => setOpened(!editing)}>
          {editing ? "Close the form" : `Change the ${kind === "data" ? "data" : "SMS"} quota…`}
        </Button>
      }
      title={`${word} quota`}
    >
      {stand === undefined ? (
        <div>
          <StatusPill tone={readingStatus(reading).tone}>{readingStatus(reading).text}</StatusPill>
        </div>
      ) : (
        <StandView kind={kind} stand={stand} />
      )}
      {enforcement.blocks ? (
        <Callout title="Blocked" tone="bad">
          <p>{enforcement.sentence}</p>
        </Callout>
      ) : (
        <p className={classes["sentence"]}>{enforcement.sentence}</p>
      )}
      {problem === undefined || toldAbove ? undefined : (
        <Callout title={`It could not be read ${when(problem.at, now)}`} tone="waiting">
          <p>{problem.message}</p>
          {stand === undefined ? undefined : <p>What is shown is older.</p>}
        </Callout>
      )}
      {editing ? (
        <ChangeOne endpoint={endpoint} form={form ?? emptyForm} formKey={key} kind={kind} stand={stand} />
      ) : undefined}
    </Panel>
  );
}
