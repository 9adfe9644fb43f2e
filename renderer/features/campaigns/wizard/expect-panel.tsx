/** The reply expected from a device: the pattern is tested while typed, also against a sample reply. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Panel } from "../../../ui/panel.tsx";
import { usePatternTest } from "../../../ui/use-pattern-test.ts";
import { NumberField } from "./number-field.tsx";
import classes from "./wizard.module.css";

const usualMinutes = 60;

export function ExpectPanel(): ReactElement {
  const expect = useFleetdesk((state) => state.wizard?.body.expect);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const write = useFleetdesk((state) => state.write);
  const [answer, setAnswer] = useState("");
  const tried = usePatternTest(expect?.pattern ?? "", answer);
  const type = (pattern: string): void => {
    if (pattern === "") typeInto("expect", undefined, { expect: undefined });
    else write({ expect: { pattern, withinMinutes: expect?.withinMinutes ?? usualMinutes } });
  };
  const problem = tried !== undefined && "problem" in tried ? tried.problem : undefined;
  return (
    <Panel title={t(($) => $.planning.reply.title)}>
      <TextInput
        description={t(($) => $.planning.reply.patternHelp)}
        error={problem}
        label={t(($) => $.planning.reply.pattern)}
        maxLength={500}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        placeholder="^OK"
        spellCheck={false}
        value={expect?.pattern ?? ""}
      />
      {expect === undefined ? undefined : (
        <>
          <div className={classes["row"]}>
            <NumberField
              change={(value) => (value === undefined ? {} : { expect: { ...expect, withinMinutes: value } })}
              field="expect.withinMinutes"
              max={10_080}
              min={0.1}
              value={expect.withinMinutes}
            />
            <TextInput
              label={t(($) => $.planning.reply.test)}
              onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
              placeholder="OK 42"
              value={answer}
            />
          </div>
          <p aria-live="polite" className="muted">
            {answer === "" || tried === undefined || "problem" in tried
              ? ""
              : tried.matches
                ? t(($) => $.planning.reply.matches)
                : t(($) => $.planning.reply.noMatch)}
          </p>
        </>
      )}
    </Panel>
  );
}
