/** Tries an expected answer on one that was typed. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";

export function TryPattern({ pattern }: { readonly pattern: string }): ReactElement | undefined {
  const [answer, setAnswer] = useState("");
  const [matches, setMatches] = useState<boolean>();
  const { busy, failure, run } = useCall();
  if (pattern.trim() === "") return undefined;
  return (
    <div className={classes["row"]}>
      <TextInput
        error={failure?.message}
        label="Try it on an answer"
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        value={answer}
      />
      <Button
        loading={busy}
        onClick={() =>
          void run(async () => setMatches((await fleet.templates.tryPattern({ pattern, answer })).matches))
        }
      >
        Try
      </Button>
      <span aria-live="polite" className="muted">
        {matches === undefined ? "" : matches ? "As expected." : "Otherwise."}
      </span>
    </div>
  );
}
