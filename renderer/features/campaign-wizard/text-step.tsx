/** Step 2: what. Name, sender, text or template, what the variables stand for, and how it reads for real recipients. */
import { defaultMaxSegments } from "#contract/limits.ts";
import { normalizeSenderNumber } from "#contract/sender-number.ts";
import { Autocomplete, TextInput } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { lackOf, nothingWritten } from "./draft-model.ts";
import { ExpectPanel } from "./expect-panel.tsx";
import { NumberField } from "./number-field.tsx";
import { SamplesPanel } from "./samples-panel.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import { useTouched } from "./use-touched.ts";
import { VariablesTable } from "./variables-table.tsx";
import classes from "./wizard.module.css";

export function TextStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const write = useFleetdesk((state) => state.write);
  const senders = useRemote(
    useCallback((signal) => fleet.sms.senders(connection === undefined ? {} : { connection }, signal), [connection]),
  );
  const touched = useTouched();
  const { from = "" } = body;
  const problem = (field: string): string | undefined => (touched.has(field) ? lackOf(body, field) : undefined);
  return (
    <div className={classes["two"]}>
      <div className={classes["column"]}>
        <Panel title="Name and sender">
          <TextInput
            error={problem("name")}
            label="Name of the campaign"
            maxLength={120}
            onBlur={() => touched.touch("name")}
            onChange={({ currentTarget: { value } }) => write({ name: value === "" ? undefined : value })}
            value={body.name ?? ""}
          />
          <Autocomplete
            data={[...(shown(senders)?.senders ?? [])]}
            description="1 to 15 digits. Numbers that were used before are offered."
            error={problem("from")}
            inputMode="numeric"
            label="Sender number"
            onBlur={() => {
              touched.touch("from");
              if (from !== normalizeSenderNumber(from)) write({ from: normalizeSenderNumber(from) });
            }}
            onChange={(text) => write({ from: text === "" ? undefined : text })}
            value={from}
          />
        </Panel>
        <Panel aside={<TemplateChoice />} title="Text">
          <SmsText
            error={problem("text")}
            hasVariables={(body.text ?? "").includes("{{")}
            label="Text of the SMS"
            onChange={(text) => write({ text: text === "" ? undefined : text })}
            placeholder={"REBOOT {{pin}}\nVariables: {{a column of the list}}, {{endpoint.name}}, or typed ones"}
            value={body.text ?? ""}
          />
          <VariablesTable />
          <NumberField
            change={(maxSegments) => ({ maxSegments })}
            description="Recipients whose text takes more are excluded."
            field="maxSegments"
            max={255}
            mayBeEmpty
            min={1}
            placeholder={String(defaultMaxSegments)}
            value={body.maxSegments}
            whole
          />
        </Panel>
        <ExpectPanel />
      </div>
      <SamplesPanel />
    </div>
  );
}
