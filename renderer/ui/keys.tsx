/** A keyboard shortcut as key caps. */
import type { ReactElement } from "react";
import classes from "./keys.module.css";

export function Keys({ labels }: { readonly labels: readonly string[] }): ReactElement {
  return (
    <span className={classes["keys"]}>
      {labels.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
