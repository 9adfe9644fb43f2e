/** History of one recipient: text, outcome, and all events, oldest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { formatReason } from "./exclusion-reasons.ts";
import classes from "./recipients-panel.module.css";
import { formatRecipientEvent } from "./recipient-filter.ts";

export interface RecipientStepsProps {
  readonly campaignId: string;
  readonly row: number;
}

export function RecipientSteps({ campaignId, row }: RecipientStepsProps): ReactElement {
  const show = useFleetdesk((state) => state.showRecipient);
  const window = useFleetdesk((state) => state.recipientWindow);
  const recipient = [...window.entries()].find(([, one]) => one.row === row)?.[1];
  const rowVersion = `${recipient?.outcome} ${recipient?.delivery} ${recipient?.reply} ${recipient?.attempts}`;
  const steps = useAsyncState(
    useCallback(
      (signal) => fleet.campaigns.recipientSteps({ campaignId, row }, signal),
      // Loaded again after a change of the row.
      // oxlint-disable-next-line react/exhaustive-deps -- as above
      [campaignId, row, rowVersion],
    ),
  );
  return (
    <aside aria-label={t(($) => $.campaigns.recipients.history, { row: String(row) })} className={classes["history"]}>
      <div className={classes["tools"]}>
        <h2>
          {recipient?.name ??
            recipient?.endpoint ??
            recipient?.identifier ??
            t(($) => $.campaigns.recipients.recipient, { row: String(row) })}
        </h2>
        <span className={classes["gap"]} />
        <Button onClick={() => show(undefined)}>{t(($) => $.common.close)}</Button>
      </div>
      <div className={classes["content"]}>
        {recipient === undefined ? undefined : <Facts facts={facts(recipient)} />}
        {steps.state === "failed" ? <p role="alert">{formatText(steps.failure.text)}</p> : undefined}
        {steps.state === "ready" && steps.value.steps.length === 0 ? (
          <p className="muted">{t(($) => $.campaigns.recipients.noEvents)}</p>
        ) : undefined}
        <ol className={classes["steps"]}>
          {(dataOf(steps)?.steps ?? []).map(({ at, kind, code, detail }) => (
            <li key={`${at} ${kind} ${code ?? ""}`}>
              <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
              <b>{formatRecipientEvent(kind, code)}</b>
              {detail === undefined ? undefined : <span className="muted">{detail}</span>}
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

function facts({ endpoint, identifier: input, text, segments, reason, code, message, smsId, replyText }: Recipient) {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [t(($) => $.common.endpoint), endpoint],
    [t(($) => $.campaigns.recipients.listedAs), input],
    [t(($) => $.campaigns.recipients.exclusionReason), reason === undefined ? undefined : formatReason(reason)],
    [t(($) => $.campaigns.recipients.text), text],
    [
      t(($) => $.campaigns.recipients.length),
      segments === undefined ? undefined : t(($) => $.common.segmentCount, { count: segments }),
    ],
    [t(($) => $.campaigns.recipients.smsId), smsId],
    [t(($) => $.campaigns.recipients.code), code],
    [t(($) => $.campaigns.recipients.response), message],
    [t(($) => $.campaigns.recipients.reply), replyText],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
