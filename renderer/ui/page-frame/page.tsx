/** Parts of a page below the top bar: the page with its toolbar, its head, and a list with the detail of one item. */
import { type ReactElement, type ReactNode, useCallback } from "react";
import { t } from "#shared/texts/text.ts";
import { Button, Skeleton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import classes from "./page-frame.module.css";
import { focusList, useEscape } from "../use-escape.ts";

export interface PageProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** In a low or zoomed window the whole page scrolls, instead of a list only a few rows high. */
  readonly scrollsWhenLow?: boolean;
}

/** A page below the top bar: a labelled region with stacked sections. */
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

/** Header of a page: title, section tabs if any, and actions. */
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

export interface ListWithDetailProps {
  readonly children: ReactNode;
  /** A DetailAside, or undefined while none is open. */
  readonly detail: ReactNode;
}

/** A list at full width that shrinks when a detail is opened; in a narrow window the detail replaces it. */
export function ListWithDetail({ children, detail }: ListWithDetailProps): ReactElement {
  return (
    <div className={classes["withDetail"]} data-open={detail !== undefined || undefined}>
      <div className={classes["list"]}>{children}</div>
      {detail}
    </div>
  );
}

/** Footer of a list with its row count. */
export function ListFoot({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={classes["foot"]}>{children}</div>;
}

export interface DetailAsideProps {
  /** Kind of the item: "Event". */
  readonly label: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Detail of a list item, next to the list. The close button and Escape close it and return focus to the list. */
export function DetailAside({ label, title, onClose, children }: DetailAsideProps): ReactElement {
  const close = useCallback(() => {
    onClose();
    focusList();
  }, [onClose]);
  useEscape(close);
  return (
    <aside aria-label={label} className={classes["detail"]}>
      <div className={classes["detailHead"]}>
        <h2>{title}</h2>
        <Spacer />
        <Button
          aria-label={t(($) => $.shell.details.close)}
          onClick={close}
          size="compact-xs"
          title={t(($) => $.shell.details.closeWithKey)}
          variant="subtle"
        >
          <IconX aria-hidden="true" size={14} />
        </Button>
      </div>
      {children}
    </aside>
  );
}

export interface ListWaitingProps {
  readonly label?: string;
  /** What is loading, shown if it takes long. */
  readonly children?: ReactNode;
}

/** Placeholder for loading rows; appears after a delay. */
export function ListWaiting({ label = t(($) => $.common.loading), children }: ListWaitingProps): ReactElement {
  return (
    <div aria-busy="true" aria-label={label} className={classes["waiting"]} role="status">
      {children}
      {[70, 90, 60, 80, 50].map((width) => (
        <Skeleton height={12} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
