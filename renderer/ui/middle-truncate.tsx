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
      {/* Screen readers would read the two parts as words of their own. */}
      <span className="visually-hidden">{text}</span>
      <span aria-hidden="true" data-text={text.slice(0, at)} style={{ maxWidth: `calc(100% - ${length}ch)` }} />
      <span aria-hidden="true" data-text={text.slice(at)} style={{ minWidth: `${length}ch` }} />
    </span>
  );
}
