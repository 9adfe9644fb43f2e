/** Highlighted text within a page: a warning, an error, a success message. */
import { formatText } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import classes from "./callout.module.css";

export interface CalloutProps {
  /** "unknown" is reserved for unknown outcomes. */
  readonly tone: "bad" | "waiting" | "good" | "neutral" | "unknown";
  readonly title?: string;
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

export function Callout({ tone, title, children, actions }: CalloutProps): ReactElement {
  return (
    <div className={classes["callout"]} data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
      {title === undefined ? undefined : <p className={classes["title"]}>{title}</p>}
      {children}
      {actions === undefined ? undefined : <div className={classes["actions"]}>{actions}</div>}
    </div>
  );
}

export interface FailureCalloutProps extends Pick<CalloutProps, "title" | "actions"> {
  readonly failure: Failure | undefined;
  readonly tone?: "bad" | "waiting";
  /** With its code, for support. */
  readonly hasCode?: boolean;
}

/** The message of a failure, if there is one. */
export function FailureCallout(props: FailureCalloutProps): ReactElement | undefined {
  const { failure, title, actions, tone = "bad", hasCode = false } = props;
  if (failure === undefined) return undefined;
  return (
    <Callout actions={actions} title={title} tone={tone}>
      <p>{formatText(failure.text)}</p>
      {hasCode ? <p className="mono">{failure.code}</p> : undefined}
    </Callout>
  );
}
