/** Step 2: what. Name, sender, text or template, what the variables stand for, and how it reads for real recipients. */
import { Autocomplete, Button, NumberInput, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useRemote } from "../../ui/use-remote.ts";
import { lackOf, nothingWritten } from "./draft-model.ts";
import { SamplesPanel } from "./samples-panel.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import { useTouched } from "./use-touched.ts";
import { VariablesTable } from "./variables-table.tsx";
import classes from "./wizard.module.css";

export function TextStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const write = useFleetdesk((state) => state.write);
  const senders = useRemote(useCallback((signal) => fleet.sms.senders({}, signal), []));
  const touched = useTouched();
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
            description="Digits only; shown on the device as the sender."
            error={problem("from")}
            inputMode="numeric"
            label="Sender number"
            onBlur={() => touched.touch("from")}
            onChange={(from) => write({ from: from === "" ? undefined : from })}
            value={body.from ?? ""}
          />
        </Panel>
        <Panel aside={<TemplateChoice />} title="Text">
          <SmsText
            error={problem("text")}
            hasVariables={(body.text ?? "").includes("{{")}
            label="Text of the SMS"
            onChange={(text) => write({ text: text === "" ? undefined : text })}
            placeholder={"REBOOT {{pin}}\nVariables: {{column of a list}}, {{endpoint.name}}, or typed ones"}
            value={body.text ?? ""}
          />
          <VariablesTable />
        </Panel>
        <ExpectPanel />
      </div>
      <SamplesPanel />
    </div>
  );
}

function ExpectPanel(): ReactElement {
  const expect = useFleetdesk((state) => state.wizard?.body.expect);
  const write = useFleetdesk((state) => state.write);
  const [answer, setAnswer] = useState("");
  const [matches, setMatches] = useState<boolean>();
  const { busy, failure, run, forgetFailure } = useCall();
  const type = (pattern: string): void => {
    setMatches(undefined);
    forgetFailure();
    write({ expect: pattern === "" ? undefined : { pattern, withinMinutes: expect?.withinMinutes ?? 60 } });
  };
  const tryOut = (): void =>
    void run(async () =>
      setMatches((await fleet.templates.tryPattern({ pattern: expect?.pattern ?? "", answer })).matches),
    );
  return (
    <Panel title="The answer it expects">
      <TextInput
        description="A regular expression, found anywhere in the answer, letter case ignored. Empty: no answer is expected."
        error={failure?.message}
        label="Expected answer"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        spellCheck={false}
        value={expect?.pattern ?? ""}
      />
      {expect === undefined ? undefined : (
        <>
          <NumberInput
            label="Within minutes"
            max={10_080}
            min={1}
            onChange={(value) => {
              if (typeof value === "number" && value > 0) write({ expect: { ...expect, withinMinutes: value } });
            }}
            value={expect.withinMinutes}
          />
          <div className={classes["row"]}>
            <TextInput
              label="Try it on an answer"
              onChange={({ currentTarget }) => {
                setAnswer(currentTarget.value);
                setMatches(undefined);
              }}
              value={answer}
            />
            <Button loading={busy} onClick={tryOut}>
              Try
            </Button>
          </div>
          <p aria-live="polite" className="muted">
            {matches === undefined
              ? ""
              : matches
                ? "This answer would be as expected."
                : "This answer would be otherwise."}
          </p>
        </>
      )}
    </Panel>
  );
}
