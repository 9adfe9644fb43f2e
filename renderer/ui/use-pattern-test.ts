/** Tests expected-answer patterns in main after a pause in typing. */
import { formatText } from "#shared/texts/text.ts";
import { useEffect, useState } from "react";
import { failureOf, fleet } from "../lib/fleet.ts";

export type PatternTest = { readonly matches: boolean } | { readonly problem: string } | undefined;

const afterMs = 200;

/** Main's result for a pattern and a sample answer. */
export function usePatternTest(pattern: string, answer: string): PatternTest {
  const [tried, setTried] = useState<{ readonly of: string; readonly result: PatternTest }>();
  const of = JSON.stringify([pattern, answer]);
  useEffect(() => {
    if (pattern === "") return undefined;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      fleet.templates.tryPattern({ pattern, answer }, abort.signal).then(
        (result) => setTried({ of, result }),
        (error: unknown) => {
          if (!abort.signal.aborted) setTried({ of, result: { problem: formatText(failureOf(error).text) } });
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

/** Why a pattern is invalid; undefined if it is valid or not checked yet. */
export function usePatternProblem(pattern: string): string | undefined {
  const tried = usePatternTest(pattern, "");
  return tried !== undefined && "problem" in tried ? tried.problem : undefined;
}
