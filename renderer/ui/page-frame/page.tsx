/** A page below the top bar: a labelled region with stacked sections. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";

export interface PageProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** In a low or zoomed window the whole page scrolls, instead of a list only a few rows high. */
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
  readonly className?: string;
  /** Some fields have labels above, so all are aligned at the bottom. */
  readonly labelled?: boolean;
}

/** A toolbar below the header, as wide as the page, for the filters of the list. */
export function PageToolbar({ children, className, labelled = false }: PageToolbarProps): ReactElement {
  return (
    <div
      className={className === undefined ? classes["bar"] : `${classes["bar"]} ${className}`}
      data-labelled={labelled || undefined}
    >
      {children}
    </div>
  );
}

/** Takes the remaining space, so that what follows is right-aligned. */
export function Spacer(): ReactElement {
  return <span className={classes["gap"]} />;
}
