/** A few sentences in the course of a page that matter more than the rest: a warning, a refusal, good news. */
import type { ReactElement, ReactNode } from "react";
import classes from "./callout.module.css";

export interface CalloutProps {
  /** "unknown" for what nobody knows, and for nothing else. */
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
