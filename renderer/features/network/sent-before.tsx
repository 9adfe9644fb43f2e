/** What was sent and whose answer was lost: what is not known yet, and what reading has settled since. */
import type { ReactElement, ReactNode } from "react";
import { counted, when } from "../../lib/format.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";

/** One thing that was sent. */
export interface Sent {
  readonly change: number;
  /** When it was sent. */
  readonly at: number;
  /** What was sent: "8.8.8.8, 8.8.4.4". */
  readonly what: string;
  readonly message: string;
}

export interface SettledSince extends Sent {
  readonly state: "done" | "not-applied";
  readonly settledAt: number;
}

export interface SentBeforeProps {
  readonly unsettled: readonly Sent[];
  readonly settled: readonly SettledSince[];
}

export function SentBefore({ unsettled, settled }: SentBeforeProps): ReactElement {
  const now = useNow();
  return (
    <>
      {unsettled.length === 0 ? undefined : (
        <Callout title="What came of this is not known" tone="unknown">
          <ul className={classes["changes"]}>
            {unsettled.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one} />
                <p>{one.message}</p>
              </li>
            ))}
          </ul>
          <p>“Ask the service” looks again. Nothing is sent twice by itself.</p>
        </Callout>
      )}
      {settled.length === 0 ? undefined : (
        <details className={classes["settled"]}>
          <summary>{counted(settled.length, "lost answer")} settled since</summary>
          <ul className={classes["changes"]}>
            {settled.map((one) => (
              <li key={one.change}>
                <Head now={now} sent={one}>
                  <StatusPill tone={one.state === "done" ? "good" : "neutral"}>
                    {one.state === "done" ? "done" : "did not happen"}
                  </StatusPill>
                  <span className="muted">known since {when(one.settledAt, now)}</span>
                </Head>
                <p>{one.message}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface HeadProps {
  readonly sent: Sent;
  readonly now: number;
  readonly children?: ReactNode;
}

function Head({ sent: { change, at, what }, now, children }: HeadProps): ReactElement {
  return (
    <p className={classes["line"]}>
      <b>Change {change}</b>
      <span className="mono">{what}</span>
      <span className="muted">sent {when(at, now)}</span>
      {children}
    </p>
  );
}
