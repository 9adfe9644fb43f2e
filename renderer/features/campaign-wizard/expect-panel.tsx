/** The answer that a command expects: tried as it is typed, and by hand on an answer. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { NumberField } from "./number-field.tsx";
import classes from "./wizard.module.css";

type Tried = { readonly matches: boolean } | { readonly problem: string } | undefined;

const afterMs = 200;
const usualMinutes = 60;

export function ExpectPanel(): ReactElement {
  const expect = useFleetdesk((state) => state.wizard?.body.expect);
  const typeInto = useFleetdesk((state) => state.typeInto);
  const write = useFleetdesk((state) => state.write);
  const [answer, setAnswer] = useState("");
  const tried = useTried(expect?.pattern ?? "", answer);
  const type = (pattern: string): void => {
    if (pattern === "") typeInto("expect", undefined, { expect: undefined });
    else write({ expect: { pattern, withinMinutes: expect?.withinMinutes ?? usualMinutes } });
  };
  const problem = tried !== undefined && "problem" in tried ? tried.problem : undefined;
  return (
    <Panel title="The answer it expects">
      <TextInput
        description="A regular expression (RE2), found anywhere in the answer, letter case ignored. Empty: no answer is expected."
        error={problem}
        label="Expected answer"
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
              label="Within, minutes"
              max={10_080}
              min={0.1}
              value={expect.withinMinutes}
            />
            <TextInput
              label="Try it on an answer"
              onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
              placeholder="OK 42"
              value={answer}
            />
          </div>
          <p aria-live="polite" className="muted">
            {answer === "" || tried === undefined || "problem" in tried
              ? ""
              : tried.matches
                ? "This answer would be as expected."
                : "This answer would be otherwise."}
          </p>
        </>
      )}
    </Panel>
  );
}

/** What the core says of a pattern and an answer, a moment after the last letter. */
function useTried(pattern: string, answer: string): Tried {
  const [tried, setTried] = useState<{ readonly of: string; readonly result: Tried }>();
  const of = JSON.stringify([pattern, answer]);
  useEffect(() => {
    if (pattern === "") return undefined;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      fleet.templates.tryPattern({ pattern, answer }, abort.signal).then(
        (result) => setTried({ of, result }),
        (error: unknown) => {
          if (!abort.signal.aborted) setTried({ of, result: { problem: failureOf(error).message } });
        },
      );
    }, afterMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [answer, of, pattern]);
  return tried?.of === of ? tried.result : undefined;
}
