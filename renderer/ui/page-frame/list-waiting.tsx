/** Stands where rows will be; seen only when they take their time. */
import { Skeleton } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./page-frame.module.css";

export function ListWaiting({ label = "Loading" }: { readonly label?: string }): ReactElement {
  return (
    <div aria-busy="true" aria-label={label} className={classes["waiting"]} role="status">
      {[70, 90, 60, 80, 50].map((width) => (
        <Skeleton height={12} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
