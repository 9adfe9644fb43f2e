/** A way to the detail of another record; the place beside it stays. */
import type { ReactElement, ReactNode } from "react";
import { type Address, formatAddress, withQuery } from "../lib/address.ts";
import { formatOpen, type RecordKey } from "../lib/records.ts";
import classes from "./record-link.module.css";

export interface RecordLinkProps {
  readonly to: RecordKey;
  /** Where the window is. */
  readonly from: Address;
  readonly children: ReactNode;
  readonly mono?: boolean;
  /** The text is the name or the id of the record, as mostly: data, not words of the catalogue. */
  readonly data?: boolean;
  /** Not on the way of the Tab key, where a list is walked by arrows. */
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
