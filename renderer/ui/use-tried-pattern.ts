/** What the core says of an expected answer and of a reply to it, a moment after the last letter. */
import { useEffect, useState } from "react";
import { failureOf, fleet } from "../lib/fleet.ts";

export type TriedPattern = { readonly matches: boolean } | { readonly problem: string } | undefined;

const afterMs = 200;

export function useTriedPattern(pattern: string, answer: string): TriedPattern {
  const [tried, setTried] = useState<{ readonly of: string; readonly result: TriedPattern }>();
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
