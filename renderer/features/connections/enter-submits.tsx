/** Fields that Enter submits. A div instead of a form: it is nested in the connect form, and forms cannot nest. */
import type { ReactElement, ReactNode } from "react";
import classes from "./connect.module.css";

export interface EnterSubmitsProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function EnterSubmits({ onSubmit, children }: EnterSubmitsProps): ReactElement {
  return (
    <div
      className={classes["choices"]}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onSubmit();
      }}
      role="presentation"
    >
      {children}
    </div>
  );
}
