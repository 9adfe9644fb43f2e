/** Empty state of a list or page: nothing there, not loaded, or failed. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import classes from "./notice.module.css";

export interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
  readonly tone?: "plain" | "bad";
}

export function Notice({ title, children, actions, tone = "plain" }: NoticeProps): ReactElement {
  return (
    <div className={classes["notice"]} data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
      <h2>{title}</h2>
      {children === undefined ? undefined : <div className={classes["text"]}>{children}</div>}
      {actions === undefined ? undefined : <div className={classes["actions"]}>{actions}</div>}
    </div>
  );
}

/** A failure: its message, and the code for support. */
export function FailureNotice({
  failure,
  title = t(($) => $.shell.loadFailed),
  actions,
}: {
  readonly failure: Failure;
  readonly title?: string;
  readonly actions?: ReactNode;
}): ReactElement {
  return (
    <Notice actions={actions} title={title} tone="bad">
      <p>{formatText(failure.text)}</p>
      <p className="mono">{failure.code}</p>
    </Notice>
  );
}
