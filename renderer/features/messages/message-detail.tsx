/** The record of one SMS, read from the service when it is opened. */
import { type ReactElement, useState } from "react";
import type { Message, Sms } from "#contract/sms.ts";
import { exactly } from "../../lib/format.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";

interface Reading {
  readonly sms: Sms;
  readonly at: number;
}

/** Shows the record of the list until the service has answered, and when it does not. */
export function MessageDetail({ endpoint, id, record }: Message): ReactElement | undefined {
  const [reading, setReading] = useState<Reading>();
  const { busy, failure, run } = useCall();
  if (record === undefined) return undefined;
  const read = (): void =>
    void run(async () => {
      setReading({ sms: await fleet.sms.get({ endpoint, id }), at: Date.now() });
    });
  const source = reading === undefined ? "From the list of messages" : `Read from the service ${exactly(reading.at)}`;
  return (
    <details
      className={classes["raw"]}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) read();
      }}
    >
      <summary>Message details</summary>
      <p aria-live="polite" className="muted">
        {busy ? "Reading from the service…" : source}
        {reading?.sms.statusText === undefined ? "" : ` · status ${reading.sms.statusText}`}
      </p>
      {failure === undefined ? undefined : (
        <Callout title="The message could not be read" tone="waiting">
          <p>{failure.message}</p>
        </Callout>
      )}
      <pre>{JSON.stringify(reading?.sms.record ?? record, undefined, 2)}</pre>
    </details>
  );
}
