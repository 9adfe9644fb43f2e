/** What test endpoints would get, and what came of it. */
import type { ReactElement } from "react";
import { formatSegments } from "../../lib/format.ts";
import { type OutcomeWord, outcomeWords } from "../../lib/outcome-words.ts";
import type { SmsConfirmation } from "../../lib/sms-confirmation.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./wizard.module.css";

export interface TestText {
  readonly endpoint: string;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly segments?: number | undefined;
  readonly segmentsExact?: boolean | undefined;
  /** The variable that has no value for it. */
  readonly missing?: string | undefined;
}

export type TestResult =
  | "sending"
  | {
      readonly outcome: "accepted" | "refused" | "unknown" | "not-sent";
      readonly message?: string | undefined;
      /** Another press confirms this and sends it. */
      readonly asks?: SmsConfirmation;
    };

const notSent: OutcomeWord = { text: "not sent", tone: "bad", hint: "Nothing went out." };

export interface TestRowsProps {
  readonly planned: readonly TestText[];
  readonly results: ReadonlyMap<string, TestResult>;
}

export function TestRows({ planned, results }: TestRowsProps): ReactElement {
  return (
    <ul aria-label="Test messages" className={classes["samples"]}>
      {planned.map(({ endpoint, name, text, segments, segmentsExact = true, missing }) => (
        <li key={endpoint}>
          <p className="muted">
            {name === undefined ? endpoint : `${name} · ${endpoint}`}
            {segments === undefined ? "" : ` · ${formatSegments(segments, segmentsExact)}`}
          </p>
          {text === undefined ? (
            <p className={classes["bad"]}>There is no value for {missing ?? "a variable"}: nothing is sent to it.</p>
          ) : (
            <p className={classes["sample"]}>{text}</p>
          )}
          <ResultWords result={results.get(endpoint)} />
        </li>
      ))}
    </ul>
  );
}

function ResultWords({ result }: { readonly result: TestResult | undefined }): ReactElement | undefined {
  if (result === undefined) return undefined;
  if (result === "sending") return <p className="muted">Being sent…</p>;
  const { text, tone, hint } = result.outcome === "not-sent" ? notSent : outcomeWords[result.outcome];
  return (
    <p role="status">
      <StatusPill tone={tone}>{text}</StatusPill> {result.message ?? hint}
    </p>
  );
}
