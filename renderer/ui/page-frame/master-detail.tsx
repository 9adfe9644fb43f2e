/** List at the left, the selected or a new item at the right; stacked if narrow. */
import type { CSSProperties, ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface MasterDetailProps {
  /** Value of `grid-template-columns`. */
  readonly columns: string;
  /** Actions on the list. */
  readonly actions: ReactNode;
  /** The list. */
  readonly children: ReactNode;
  readonly side: ReactNode;
}

export function MasterDetail({ columns, actions, children, side }: MasterDetailProps): ReactElement {
  return (
    <div className={classes["columns"]} style={{ "--columns": columns } as CSSProperties}>
      <div className={classes["listPane"]}>
        <div className={classes["actions"]}>{actions}</div>
        {children}
      </div>
      <div className={classes["right"]}>{side}</div>
    </div>
  );
}
