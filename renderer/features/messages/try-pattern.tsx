/** Tests the pattern of an expected answer against a sample text. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { usePatternTest } from "../../ui/use-pattern-test.ts";
import classes from "./messages.module.css";

export function TryPattern({ pattern }: { readonly pattern: string }): ReactElement | undefined {
  const [answer, setAnswer] = useState("");
  const tried = usePatternTest(pattern, answer);
  if (pattern.trim() === "") return undefined;
  return (
    <div className={classes["row"]}>
      <TextInput
        label={t(($) => $.messages.expectedReply.test)}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        value={answer}
      />
      <span aria-live="polite" className="muted">
        {answer === "" || tried === undefined || "problem" in tried
          ? ""
          : tried.matches
            ? t(($) => $.messages.expectedReply.matches)
            : t(($) => $.messages.expectedReply.noMatch)}
      </span>
    </div>
  );
}
