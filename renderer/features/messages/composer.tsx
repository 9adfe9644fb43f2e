/** Writes one SMS to one endpoint. What is typed stays until the service has taken it. */
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, useEffect, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { useMeasure } from "../../ui/sms-text/use-measure.ts";
import { useCall } from "../../ui/use-call.ts";
import { useRemote } from "../../ui/use-remote.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { expectOf, fromProblem, nothingWritten, type Written } from "./message-model.ts";
import classes from "./messages.module.css";
import { writtenKey } from "./messages-slice.ts";
import { TemplatePick } from "./template-pick.tsx";

export function Composer({ endpoint }: { readonly endpoint: string }): ReactElement | undefined {
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  return connection === undefined ? undefined : <Form connection={connection} endpoint={endpoint} />;
}

function Form({ connection, endpoint }: { readonly connection: string; readonly endpoint: string }): ReactElement {
  const written = useFleetdesk((state) => state.written[writtenKey(connection, endpoint)]) ?? nothingWritten;
  const writeTo = useFleetdesk((state) => state.writeTo);
  const readBack = useFleetdesk((state) => state.readWrittenTo);
  const open = useFleetdesk((state) => state.openThread);
  const refresh = useFleetdesk((state) => state.refreshThread);
  const announce = useFleetdesk((state) => state.announce);
  const senders = shown(useRemote(listSenders))?.senders;
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState<string>();
  const { busy, failure, run } = useCall();
  useEffect(() => readBack(connection, endpoint), [connection, endpoint, readBack]);
  const from = written.from === "" ? (senders?.[0] ?? "") : written.from;
  const measured = useMeasure(written.text);
  const put = (change: Partial<Written>): void => {
    setSaid(undefined);
    writeTo(connection, endpoint, { ...written, ...change });
  };
  const unfilled = /\{\{\s*([^{}]*)\}\}/.exec(written.text)?.[1]?.trim();
  const textProblem =
    written.text.trim() === ""
      ? "The text is empty."
      : unfilled === undefined
        ? undefined
        : `The variable ${unfilled} has no value yet.`;
  const send = (): void => {
    setTried(true);
    if (fromProblem(from) !== undefined || textProblem !== undefined) return;
    void run(async () => {
      const expect = expectOf(written);
      const answer = await fleet.sms.send({
        endpoint,
        from: from.trim(),
        text: written.text,
        ...(expect === undefined ? {} : { expect }),
      });
      setTried(false);
      const sentence = sentenceOf(answer);
      setSaid(answer.outcome === "accepted" ? undefined : sentence);
      announce(sentence);
      // Only what the service has taken leaves the field: an unknown one may have to be written again.
      if (answer.outcome === "accepted") writeTo(connection, endpoint, { ...nothingWritten, from });
      await open(endpoint);
      await refresh(endpoint);
    });
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const segments = measured?.segments ?? 1;
  return (
    <section aria-label="Write an SMS" className={classes["composer"]}>
      <div className={classes["row"]}>
        <Autocomplete
          data={[...(senders ?? [])]}
          error={tried ? fromProblem(from) : undefined}
          inputMode="numeric"
          label="Sender number"
          onChange={(value) => put({ from: value })}
          value={from}
        />
        <TemplatePick endpoint={endpoint} onPick={put} written={written} />
      </div>
      <SmsText
        error={tried ? textProblem : undefined}
        label="Text"
        onChange={(text) => put({ text })}
        onKeyDown={byKey}
        value={written.text}
      />
      <TextInput
        description="A regular expression; empty when no answer is expected."
        label="Expected answer"
        onChange={({ currentTarget }) => put({ expect: currentTarget.value })}
        spellCheck={false}
        value={written.expect}
      />
      <div className={classes["deeds"]}>
        <Button loading={busy} onClick={send} title="Ctrl Enter" variant="filled">
          Send 1 SMS{written.text === "" ? "" : `, ${counted(segments, "segment")}`}
        </Button>
        {said === undefined ? undefined : <span role="status">{said}</span>}
      </div>
      {failure === undefined ? undefined : (
        <Callout title="Nothing was sent" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
    </section>
  );
}

async function listSenders(signal: AbortSignal): ReturnType<typeof fleet.sms.senders> {
  return await fleet.sms.senders({}, signal);
}

function sentenceOf({ outcome, message }: Awaited<ReturnType<typeof fleet.sms.send>>): string {
  if (outcome === "accepted") return "The service took the SMS.";
  if (outcome === "unknown") return message ?? "The answer was lost. It is looked up by itself; nothing is sent twice.";
  return message ?? "The service refused the SMS.";
}
