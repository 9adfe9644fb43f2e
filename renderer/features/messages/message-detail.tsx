/** The record of one SMS, requested from the service when it is opened. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Message, Sms } from "#shared/contract/messages/sms.ts";
import { formatDateTime } from "#shared/format.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";

interface Reading {
  readonly sms: Sms;
  readonly at: number;
}

export interface MessageDetailProps {
  readonly message: Message;
  /** What is known without the service. */
  readonly children: ReactNode;
}

/** Shows the record from the list until the service responds, or if it fails. */
export function MessageDetail({ message, children }: MessageDetailProps): ReactElement {
  const { endpoint, id, record } = message;
  const [reading, setReading] = useState<Reading>();
  const { busy, failure, run } = useCall();
  const read = (): void =>
    void run(async () => {
      setReading({ sms: await fleet.sms.get({ endpoint, id }), at: Date.now() });
    });
  const source =
    reading === undefined
      ? t(($) => $.messages.detail.fromList)
      : t(($) => $.messages.detail.loadedAt, { time: formatDateTime(reading.at) });
  const from = busy ? t(($) => $.messages.detail.loading) : source;
  return (
    <details
      className={classes["raw"]}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && record !== undefined) read();
      }}
    >
      <summary>{t(($) => $.messages.detail.summary)}</summary>
      {children}
      {record === undefined ? undefined : (
        <p aria-live="polite" className="muted">
          {reading?.sms.statusText === undefined
            ? from
            : t(($) => $.messages.detail.withStatus, { source: from, status: reading.sms.statusText })}
        </p>
      )}
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.messages.detail.failed)} tone="waiting">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      {record === undefined ? undefined : <pre>{JSON.stringify(reading?.sms.record ?? record, undefined, 2)}</pre>}
    </details>
  );
}
