/** A list at the left and what was chosen of it, or is being made, at the right; one above the other where it is narrow. */
import type { CSSProperties, ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface MasterDetailProps {
  /** Both columns as CSS grid has them. */
  readonly columns: string;
  /** What can be done with the list as a whole. */
  readonly actions: ReactNode;
  /** The list. */
  readonly children: ReactNode;
  readonly side: ReactNode;
}

export function MasterDetail({ columns, actions, children, side }: MasterDetailProps): ReactElement {
  return (
    <div className={classes["beside"]} style={{ "--columns": columns } as CSSProperties}>
      <div className={classes["left"]}>
        <div className={classes["deeds"]}>{actions}</div>
        {children}
      </div>
      <div className={classes["right"]}>{side}</div>
    </div>
  );
}
