/** A text in one line, truncated in the middle: names and identifiers of a fleet often differ only at their ends. */
import type { ReactElement } from "react";
import classes from "./middle-truncate.module.css";

/** Characters at the end that stay visible. */
const endLength = 8;

export function MiddleTruncate({ text }: { readonly text: string }): ReactElement {
  const length = Math.min(endLength, Math.floor(text.length / 2));
  // Not between the halves of a character.
  const at = text.length - length - (/^[\uDC00-\uDFFF]/.test(text.slice(text.length - length)) ? 1 : 0);
  return (
    <span className={classes["text"]} dir="auto">
      {/* Screen readers would read the two parts as separate words. */}
      <span className="visually-hidden">{text}</span>
      <span aria-hidden="true" className={classes["start"]} data-text={text.slice(0, at)} />
      <span aria-hidden="true" className={classes["end"]} data-text={text.slice(at)} />
    </span>
  );
}
