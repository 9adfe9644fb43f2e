/** The send button, labelled with its action, and the outcome of the last request. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatSegments } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useMeasure } from "../../ui/sms-text/use-measure.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { messageDraftKey } from "./composing-slice.ts";
import classes from "./messages.module.css";

export interface SendLineProps {
  readonly connection: string;
  readonly endpoint: string;
  /** This exact text may have been sent already. */
  readonly isUnconfirmed: boolean;
  readonly onSend: () => void;
}

export function SendLine({ connection, endpoint, isUnconfirmed, onSend }: SendLineProps): ReactElement {
  const key = messageDraftKey(connection, endpoint);
  const text = useFleetdesk((state) => state.messageDrafts[key]?.text ?? "");
  const sending = useFleetdesk((state) => state.sending[key] !== undefined);
  const sent = useFleetdesk((state) => state.sent[key]);
  const { segments, segmentsExact } = useMeasure(text) ?? { segments: 1, segmentsExact: true };
  const confirmation = sending ? undefined : sent?.confirmation;
  const careful = isUnconfirmed || confirmation !== undefined;
  const status =
    text === ""
      ? t(($) => $.messages.composer.send)
      : t(($) => $.messages.composer.sendSegments, {
          segmentsExact: formatSegments(segments, segmentsExact),
          segments: formatSegments(segments, segmentsExact),
        });
  const label =
    isUnconfirmed && !sending
      ? t(($) => $.messages.actions.sendAgainAnyway)
      : confirmation === undefined
        ? status
        : confirmation.evenIfSuppressed === true
          ? t(($) => $.messages.composer.sendAnyway)
          : t(($) => $.messages.composer.sendConfirmed, {
              segmentsExact: formatSegments(segments, segmentsExact),
              segments: formatSegments(segments, segmentsExact),
            });
  return (
    <>
      <div className={classes["actions"]}>
        <Button
          loading={sending}
          onClick={onSend}
          title={careful ? undefined : t(($) => $.messages.composer.shortcut)}
          variant={careful ? "default" : "filled"}
        >
          {label}
        </Button>
        {isUnconfirmed && !sending ? (
          <span className="muted">{t(($) => $.messages.composer.mayBeSent)}</span>
        ) : undefined}
      </div>
      <div aria-live="polite">
        {sent !== undefined && confirmation !== undefined ? (
          <Callout title={sent.title} tone="bad">
            <p>{t(($) => $.messages.composer.confirm, { failure: sent.sentence, button: label })}</p>
          </Callout>
        ) : sent === undefined ? undefined : (
          <p className={classes["sent"]}>
            <StatusPill tone={sent.tone}>{sent.title}</StatusPill> {sent.sentence}
          </p>
        )}
      </div>
    </>
  );
}
