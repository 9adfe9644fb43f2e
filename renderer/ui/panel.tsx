/** A section of a page with its own heading. */
import { type ReactElement, type ReactNode, useId } from "react";
import classes from "./panel.module.css";

export interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Next to the heading. */
  readonly aside?: ReactNode;
}

export function Panel({ title, children, aside }: PanelProps): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes["panel"]}>
      <div className={classes["head"]}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Definition list, one entry per line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactElement {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
