/** A page below the strips of the window: a region with a name, its parts one beneath the other. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface PageProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** In a low window, or a magnified one, the whole page is scrolled instead of a list that is only some rows high. */
  readonly scrollsWhenLow?: boolean;
}

export function Page({ label, children, className, scrollsWhenLow = false }: PageProps): ReactElement {
  return (
    <section
      aria-label={label}
      className={className === undefined ? classes["page"] : `${classes["page"]} ${className}`}
      data-scrolls={scrollsWhenLow || undefined}
    >
      {children}
    </section>
  );
}

export interface PageToolbarProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Some of its fields have labels above them: all stand on one line below. */
  readonly labelled?: boolean;
}

/** A strip beneath the head, as wide as the page: what narrows the list below it. */
export function PageToolbar({ children, className, labelled = false }: PageToolbarProps): ReactElement {
  return (
    <div
      className={className === undefined ? classes["strip"] : `${classes["strip"]} ${className}`}
      data-labelled={labelled || undefined}
    >
      {children}
    </div>
  );
}

/** Takes the room that is left: what follows stands at the right. */
export function Gap(): ReactElement {
  return <span className={classes["gap"]} />;
}
