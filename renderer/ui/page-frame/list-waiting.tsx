/** Placeholder for loading rows; appears after a delay. */
import { t } from "#shared/texts/text.ts";
import { Skeleton } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface ListWaitingProps {
  readonly label?: string;
  /** What is loading, shown if it takes long. */
  readonly children?: ReactNode;
}

export function ListWaiting({ label = t(($) => $.common.loading), children }: ListWaitingProps): ReactElement {
  return (
    <div aria-busy="true" aria-label={label} className={classes["waiting"]} role="status">
      {children}
      {[70, 90, 60, 80, 50].map((width) => (
        <Skeleton height={12} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
