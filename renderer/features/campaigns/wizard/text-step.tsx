/** Step 2, text: name, sender, text or template, variables, and samples. */
import { t } from "#shared/texts/text.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import { normalizeSenderNumber } from "#shared/rules/sender-number.ts";
import { Autocomplete, TextInput } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Panel } from "../../../ui/panel.tsx";
import { SmsText } from "../../../ui/sms-text/sms-text.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { emptyBody } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import { ExpectPanel } from "./expect-panel.tsx";
import { NumberField } from "./number-field.tsx";
import { SamplesPanel } from "./samples-panel.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import { useTouched } from "./use-touched.ts";
import { VariablesTable } from "./variables-table.tsx";
import classes from "./wizard.module.css";

const textPlaceholder = t(($) => $.planning.text.placeholder, {
  example: "{{pin}}",
  column: `{{{{${t(($) => $.planning.text.placeholderColumn)}}}}}`,
  field: "{{endpoint.name}}",
});

export function TextStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const write = useFleetdesk((state) => state.write);
  const senders = useAsyncState(
    useCallback((signal) => fleet.sms.senders(connection === undefined ? {} : { connection }, signal), [connection]),
  );
  const touched = useTouched();
  const { from = "" } = body;
  const problem = (field: string): string | undefined => (touched.has(field) ? issueOf(body, field) : undefined);
  return (
    <div className={classes["two"]}>
      <div className={classes["column"]}>
        <Panel title={t(($) => $.planning.text.nameAndSender)}>
          <TextInput
            error={problem("name")}
            label={t(($) => $.planning.fields.name)}
            maxLength={120}
            onBlur={() => touched.touch("name")}
            onChange={({ currentTarget: { value } }) => write({ name: value === "" ? undefined : value })}
            value={body.name ?? ""}
          />
          <Autocomplete
            data={[...(dataOf(senders)?.senders ?? [])]}
            description={t(($) => $.planning.fields.senderHelp)}
            error={problem("from")}
            inputMode="numeric"
            label={t(($) => $.planning.fields.sender)}
            onBlur={() => {
              touched.touch("from");
              if (from !== normalizeSenderNumber(from)) write({ from: normalizeSenderNumber(from) });
            }}
            onChange={(text) => write({ from: text === "" ? undefined : text })}
            value={from}
          />
        </Panel>
        <Panel aside={<TemplateChoice />} title={t(($) => $.planning.text.title)}>
          <SmsText
            error={problem("text")}
            hasVariables={(body.text ?? "").includes("{{")}
            label={t(($) => $.planning.fields.text)}
            onChange={(text) => write({ text: text === "" ? undefined : text })}
            placeholder={textPlaceholder}
            value={body.text ?? ""}
          />
          <VariablesTable />
          <NumberField
            change={(maxSegments) => ({ maxSegments })}
            description={t(($) => $.planning.fields.maxSegmentsHelp)}
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
