/** Keys as they stand on the keyboard. */
import type { ReactElement } from "react";
import classes from "./keys.module.css";

export function Keys({ parts }: { readonly parts: readonly string[] }): ReactElement {
  return (
    <span className={classes["keys"]}>
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
