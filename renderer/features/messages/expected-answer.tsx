/** The expected answer of a command; collapsed until it is needed. */
import { t } from "#shared/texts/text.ts";
import { Button, NumberInput, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { usePatternProblem } from "../../ui/use-pattern-test.ts";
import classes from "./messages.module.css";
import type { MessageDraft } from "./message-draft.ts";

export interface ExpectedAnswerProps {
  readonly written: MessageDraft;
  readonly onChange: (change: Partial<MessageDraft>) => void;
}

export function ExpectedAnswer({ written, onChange }: ExpectedAnswerProps): ReactElement {
  const { expect, withinMinutes } = written;
  const [opened, setOpened] = useState(false);
  const problem = usePatternProblem(expect);
  if (!opened && expect === "") {
    return (
      <div>
        <Button onClick={() => setOpened(true)} variant="subtle">
          {t(($) => $.messages.expectedReply.add)}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes["row"]}>
      <TextInput
        data-autofocus
        description={t(($) => $.messages.expectedReply.help)}
        error={problem}
        label={t(($) => $.messages.expectedReply.label)}
        maxLength={500}
        onChange={({ currentTarget }) => {
          setOpened(true);
          onChange({ expect: currentTarget.value });
        }}
        placeholder="^OK"
        spellCheck={false}
        value={expect}
      />
      <NumberInput
        label={t(($) => $.messages.expectedReply.within)}
        max={10_080}
        min={1}
        onChange={(value) => {
          if (typeof value === "number" && value > 0) onChange({ withinMinutes: value });
        }}
        value={withinMinutes}
      />
    </div>
  );
}
