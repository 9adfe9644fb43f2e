/** The button that sends, saying what it does, and what came of the last sending. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatSegments } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useMeasure } from "../../ui/sms-text/use-measure.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { writtenKey } from "./composing-slice.ts";
import classes from "./messages.module.css";

export interface SendLineProps {
  readonly connection: string;
  readonly endpoint: string;
  /** This very text may have been sent already. */
  readonly doubtful: boolean;
  readonly onSend: () => void;
}

export function SendLine({ connection, endpoint, doubtful, onSend }: SendLineProps): ReactElement {
  const key = writtenKey(connection, endpoint);
  const text = useFleetdesk((state) => state.written[key]?.text ?? "");
  const sending = useFleetdesk((state) => state.sending[key] !== undefined);
  const sent = useFleetdesk((state) => state.sent[key]);
  const { segments, segmentsExact } = useMeasure(text) ?? { segments: 1, segmentsExact: true };
  const asks = sending ? undefined : sent?.asks;
  const careful = doubtful || asks !== undefined;
  const what = text === "" ? "Send 1 SMS" : `Send 1 SMS, ${formatSegments(segments, segmentsExact)}`;
  return (
    <>
      <div className={classes["deeds"]}>
        <Button
          loading={sending}
          onClick={onSend}
          title={careful ? undefined : "Ctrl Enter"}
          variant={careful ? "default" : "filled"}
        >
          {doubtful && !sending
            ? "Send again anyway"
            : asks === undefined
              ? what
              : asks.evenIfSuppressed === true
                ? "Send anyway"
                : `Send ${formatSegments(segments, segmentsExact)}`}
        </Button>
        {doubtful && !sending ? (
          <span className="muted">
            This text may have been sent already. Sending it again may reach the device twice.
          </span>
        ) : undefined}
      </div>
      <div aria-live="polite">
        {sent !== undefined && asks !== undefined ? (
          <Callout title={sent.title} tone="bad">
            <p>{sent.sentence} Press the button again to send it anyway.</p>
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
