/** Link to the detail of another record; the rest of the current address is preserved. */
import type { ReactElement, ReactNode } from "react";
import { type Address, formatAddress, withQuery } from "../lib/address.ts";
import { formatOpen, type RecordKey } from "../lib/records.ts";
import classes from "./record-link.module.css";

export interface RecordLinkProps {
  readonly to: RecordKey;
  /** The current address. */
  readonly from: Address;
  readonly children: ReactNode;
  readonly mono?: boolean;
  /** The text is a name or id, so it is excluded from translation; the default. */
  readonly data?: boolean;
  /** Excluded from the tab order in lists with arrow key navigation. */
  readonly quiet?: boolean;
}

export function RecordLink({
  to,
  from,
  children,
  mono = false,
  data = true,
  quiet = false,
}: RecordLinkProps): ReactElement {
  const address = withQuery(from, { open: formatOpen(to), tab: undefined });
  return (
    <a
      className={mono ? `mono ${classes["link"]}` : classes["link"]}
      href={`#${formatAddress(address)}`}
      tabIndex={quiet ? -1 : undefined}
      translate={data ? "no" : undefined}
    >
      {children}
    </a>
  );
}
