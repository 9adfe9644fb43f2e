/** Header of a page: title, section tabs if any, and actions. */
import type { ReactElement, ReactNode } from "react";
import classes from "./page-frame.module.css";
import { Spacer } from "./page.tsx";

interface PageTab {
  readonly title: string;
  /** The section's address: "/network/profiles". */
  readonly at: string;
  readonly current: boolean;
}

export interface PageHeadProps {
  readonly title: string;
  readonly tabs?: readonly PageTab[];
  /** Next to the title. */
  readonly children?: ReactNode;
  /** Right-aligned. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, tabs, children, actions }: PageHeadProps): ReactElement {
  return (
    <div className={classes["bar"]}>
      {tabs === undefined ? (
        <h1>{title}</h1>
      ) : (
        <div className={classes["title"]}>
          <h1>{title}</h1>
          <PageTabs label={title} tabs={tabs} />
        </div>
      )}
      {children}
      {actions === undefined ? undefined : (
        <>
          <Spacer />
          {actions}
        </>
      )}
    </div>
  );
}

export interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
}

export function PageTabs({ label, tabs }: PageTabsProps): ReactElement {
  return (
    <nav aria-label={label} className={classes["tabs"]}>
      {tabs.map(({ title, at, current }) => (
        <a aria-current={current ? "page" : undefined} href={`#${at}`} key={at}>
          {title}
        </a>
      ))}
    </nav>
  );
}
