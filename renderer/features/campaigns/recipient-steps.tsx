/** Everything that is known of one recipient: its text, what was said of it, and each step, oldest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Recipient } from "#contract/campaign-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Facts } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { reasonWords } from "./exclusion-reasons-model.ts";
import classes from "./recipients-panel.module.css";
import { stepWords } from "./recipients-model.ts";

export interface RecipientStepsProps {
  readonly campaignId: string;
  readonly row: number;
}

export function RecipientSteps({ campaignId, row }: RecipientStepsProps): ReactElement {
  const show = useFleetdesk((state) => state.showRecipient);
  const window = useFleetdesk((state) => state.recipientWindow);
  const found = [...window.entries()].find(([, one]) => one.row === row)?.[1];
  const known = `${found?.outcome} ${found?.delivery} ${found?.reply} ${found?.attempts}`;
  const steps = useRemote(
    useCallback(
      (signal) => fleet.campaigns.recipientSteps({ campaignId, row }, signal),
      // Asked again when the row says something else.
      // oxlint-disable-next-line react/exhaustive-deps -- as above
      [campaignId, row, known],
    ),
  );
  return (
    <aside aria-label={t(($) => $.campaigns.recipients.history, { row: String(row) })} className={classes["history"]}>
      <div className={classes["tools"]}>
        <h2>
          {found?.name ??
            found?.endpoint ??
            found?.given ??
            t(($) => $.campaigns.recipients.recipient, { row: String(row) })}
        </h2>
        <span className={classes["gap"]} />
        <Button onClick={() => show(undefined)}>{t(($) => $.common.close)}</Button>
      </div>
      <div className={classes["inside"]}>
        {found === undefined ? undefined : <Facts facts={facts(found)} />}
        {steps.state === "failed" ? <p role="alert">{formatText(steps.failure.text)}</p> : undefined}
        {steps.state === "ready" && steps.value.steps.length === 0 ? (
          <p className="muted">{t(($) => $.campaigns.recipients.noEvents)}</p>
        ) : undefined}
        <ol className={classes["steps"]}>
          {(shown(steps)?.steps ?? []).map(({ at, kind, code, detail }) => (
            <li key={`${at} ${kind} ${code ?? ""}`}>
              <time dateTime={new Date(at).toISOString()}>{exactly(at)}</time>
              <b>{stepWords(kind, code)}</b>
              {detail === undefined ? undefined : <span className="muted">{detail}</span>}
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

function facts({ endpoint, given, text, segments, reason, code, message, smsId, replyText }: Recipient) {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [t(($) => $.common.endpoint), endpoint],
    [t(($) => $.campaigns.recipients.listedAs), given],
    [t(($) => $.campaigns.recipients.exclusionReason), reason === undefined ? undefined : reasonWords(reason)],
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
