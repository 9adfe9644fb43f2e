/** A list over the whole width that makes room for a detail when one is opened; where it is narrow the detail stands in its place. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface ListWithDetailProps {
  readonly children: ReactNode;
  /** A DetailAside, or undefined while nothing is opened. */
  readonly detail: ReactNode;
}

export function ListWithDetail({ children, detail }: ListWithDetailProps): ReactElement {
  return (
    <div className={classes["withDetail"]} data-open={detail !== undefined || undefined}>
      <div className={classes["list"]}>{children}</div>
      {detail}
    </div>
  );
}

/** Beneath a list: how much of it there is. */
export function ListFoot({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={classes["foot"]}>{children}</div>;
}
