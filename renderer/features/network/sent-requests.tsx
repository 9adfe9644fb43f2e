/** Requests whose response was lost: those with an unknown outcome, and those resolved since. */
import type { ReactElement, ReactNode } from "react";
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatTime } from "#shared/format.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";

/** A sent request. */
interface SentRequest {
  readonly change: number;
  /** Time of sending. */
  readonly at: number;
  /** Description of the request: "8.8.8.8, 8.8.4.4". */
  readonly summary: string;
  readonly message: CodedText;
}

interface ResolvedSince extends SentRequest {
  readonly state: "done" | "not-applied";
  readonly resolvedAt: number;
}

export interface SentRequestsProps {
  readonly unresolved?: readonly SentRequest[];
  readonly resolved?: readonly ResolvedSince[];
}

export function SentRequests({ unresolved = [], resolved = [] }: SentRequestsProps): ReactElement {
  const now = useNow();
  return (
    <>
      {unresolved.length === 0 ? undefined : (
        <Callout title={t(($) => $.common.outcomeUnknown)} tone="unknown">
          <ul className={classes["changes"]}>
            {unresolved.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one} />
                <p>{formatText(one.message)}</p>
              </li>
            ))}
          </ul>
          <p>{t(($) => $.network.sent.refreshHelp)}</p>
        </Callout>
      )}
      {resolved.length === 0 ? undefined : (
        <details className={classes["resolved"]}>
          <summary>{t(($) => $.network.sent.resolved, { count: resolved.length })}</summary>
          <ul className={classes["changes"]}>
            {resolved.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one}>
                  <StatusPill tone={one.state === "done" ? "good" : "neutral"}>
                    {one.state === "done" ? t(($) => $.network.sent.done) : t(($) => $.network.sent.notApplied)}
                  </StatusPill>
                  <span className="muted">
                    {t(($) => $.network.sent.resolvedAt, { time: formatTime(one.resolvedAt, now) })}
                  </span>
                </Head>
                <p>{formatText(one.message)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface HeadProps {
  readonly sent: SentRequest;
  readonly now: number;
  readonly children?: ReactNode;
}

function Head({ sent: { change, at, summary }, now, children }: HeadProps): ReactElement {
  return (
    <p className={classes["line"]}>
      <b>{t(($) => $.network.sent.change, { change })}</b>
      <span className="mono">{summary}</span>
      <span className="muted">{t(($) => $.network.sent.sentAt, { time: formatTime(at, now) })}</span>
      {children}
    </p>
  );
}
