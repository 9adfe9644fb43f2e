/** A text in one line, truncated in the middle: names and identifiers of a fleet often differ only at their ends. */
import type { ReactElement } from "react";
import classes from "./middle-truncate.module.css";

/** Length of the end that always stays. */
const tailLength = 8;

export function MiddleTruncate({ text }: { readonly text: string }): ReactElement {
  const length = Math.min(tailLength, Math.floor(text.length / 2));
  // Not between the halves of a character.
  const at = text.length - length - (/^[\uDC00-\uDFFF]/.test(text.slice(text.length - length)) ? 1 : 0);
  return (
    <span className={classes["text"]} dir="auto">
      <span style={{ maxWidth: `calc(100% - ${length}ch)` }}>{text.slice(0, at)}</span>
      <span style={{ minWidth: `${length}ch` }}>{text.slice(at)}</span>
    </span>
  );
}
