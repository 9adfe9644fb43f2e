/** A list at full width that shrinks when a detail is opened; in a narrow window the detail replaces it. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface ListWithDetailProps {
  readonly children: ReactNode;
  /** A DetailAside, or undefined while none is open. */
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

/** Footer of a list with its row count. */
export function ListFoot({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={classes["foot"]}>{children}</div>;
}
