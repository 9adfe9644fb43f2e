/** A state as label, colour and shape, so that it can be recognised without colour. */
import type { ReactElement, ReactNode } from "react";
import classes from "./status-pill.module.css";

/** Disc, circle, triangle, question mark, square. Violet `unknown` is reserved for unknown outcomes. */
export type Tone = "good" | "waiting" | "bad" | "unknown" | "neutral";

export interface StatusPillProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
}

export function StatusPill({ tone, children, title }: StatusPillProps): ReactElement {
  return (
    <span className={`${classes["pill"]} ${classes[tone]}`} title={title}>
      <i aria-hidden="true" className={classes["icon"]}>
        {tone === "unknown" ? "?" : ""}
      </i>
      <span className={classes["text"]}>{children}</span>
    </span>
  );
}
