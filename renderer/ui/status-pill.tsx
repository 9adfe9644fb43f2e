/** A state in words, with a colour and a shape of its own, so that neither colour-blind nor hurried eyes mistake it. */
import type { ReactElement, ReactNode } from "react";
import classes from "./status-pill.module.css";

/** Disc, ring, triangle, question mark, square. Violet `unknown` stands for what nobody knows, and for nothing else. */
export type Tone = "good" | "waiting" | "bad" | "unknown" | "neutral";

export interface StatusPillProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
}

export function StatusPill({ tone, children, title }: StatusPillProps): ReactElement {
  return (
    <span className={`${classes["pill"]} ${classes[tone]}`} title={title}>
      <i aria-hidden="true" className={classes["mark"]}>
        {tone === "unknown" ? "?" : ""}
      </i>
      {children}
    </span>
  );
}
