/** Test messages and their outcomes. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { formatSegments } from "#shared/format.ts";
import {
  deliveryLabel,
  isFinalDelivery,
  notCheckedLabel,
  type OutcomeLabel,
  outcomeLabels,
} from "../../../lib/outcome-labels.ts";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { refreshDelay } from "../../messages/message-status.ts";
import type { TestResult, TestText } from "./test-actions.ts";
import classes from "./wizard.module.css";

const notSent: OutcomeLabel = {
  text: t(($) => $.planning.test.notSent),
  tone: "bad",
  hint: t(($) => $.planning.test.nothingSent),
};

export interface TestRowsProps {
  readonly planned: readonly TestText[];
  readonly results: ReadonlyMap<string, TestResult>;
  readonly scope: { readonly connection?: string };
}

export function TestRows({ planned, results, scope }: TestRowsProps): ReactElement {
  return (
    <ul aria-label={t(($) => $.planning.test.messages)} className={classes["samples"]}>
      {planned.map(({ endpoint, name, text, segments, segmentsExact = true, missing }) => (
        <li key={endpoint}>
          <p className="muted">
            {name === undefined ? endpoint : `${name} · ${endpoint}`}
            {segments === undefined ? "" : ` · ${formatSegments(segments, segmentsExact)}`}
          </p>
          {text === undefined ? (
            <p className={classes["bad"]}>
              {missing === undefined
                ? t(($) => $.planning.test.noValueUnnamed)
                : t(($) => $.planning.test.noValue, { variable: missing })}
            </p>
          ) : (
            <p className={classes["sample"]}>{text}</p>
          )}
          <ResultText endpoint={endpoint} result={results.get(endpoint)} scope={scope} />
        </li>
      ))}
    </ul>
  );
}

interface ResultTextProps extends Pick<TestRowsProps, "scope"> {
  readonly endpoint: string;
  readonly result: TestResult | undefined;
}

function ResultText({ endpoint, result, scope }: ResultTextProps): ReactElement | undefined {
  if (result === undefined) return undefined;
  if (result === "sending") return <p className="muted">{t(($) => $.planning.test.sending)}</p>;
  const { text, tone, hint } = result.outcome === "not-sent" ? notSent : outcomeLabels[result.outcome];
  return (
    <p role="status">
      <StatusPill tone={tone}>{text}</StatusPill>{" "}
      {result.outcome === "accepted" && result.smsId !== undefined ? (
        <TestDelivery {...scope} endpoint={endpoint} id={result.smsId} />
      ) : (
        (result.message ?? hint)
      )}
    </p>
  );
}

/** Delivery status from the service, polled at growing intervals until it is final. */
function TestDelivery(sms: {
  readonly connection?: string;
  readonly endpoint: string;
  readonly id: string;
}): ReactElement {
  const { connection, endpoint, id } = sms;
  const [lastCheck, setLastCheck] = useState<{ readonly turn: number; readonly delivery: string | undefined }>();
  useEffect(() => {
    if (lastCheck?.delivery !== undefined && isFinalDelivery(lastCheck.delivery)) return undefined;
    const turn = (lastCheck?.turn ?? -1) + 1;
    const abort = new AbortController();
    const timer = window.setTimeout(
      () => {
        const scope = connection === undefined ? {} : { connection };
        fleet.sms.get({ ...scope, endpoint, id }, abort.signal).then(
          ({ delivery }) => setLastCheck({ turn, delivery }),
          // After a failure the last status stays, and polling continues.
          () => !abort.signal.aborted && setLastCheck({ turn, delivery: lastCheck?.delivery }),
        );
      },
      turn === 0 ? 0 : refreshDelay(turn - 1),
    );
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [lastCheck, connection, endpoint, id]);
  const word = lastCheck?.delivery === undefined ? notCheckedLabel : deliveryLabel(lastCheck.delivery);
  return (
    <>
      {t(($) => $.planning.test.delivery)}{" "}
      <StatusPill title={word.hint} tone={word.tone}>
        {word.text}
      </StatusPill>
    </>
  );
}
