/** A time to the second, with the relative time while it is recent. */
import type { ReactElement } from "react";
import { formatRelative, formatDateTime } from "#shared/format.ts";

import classes from "./about-tab.module.css";

const dayMs = 86_400_000;

export function Moment({ at, now }: { readonly at: number; readonly now: number }): ReactElement {
  return (
    <>
      {formatDateTime(at)}{" "}
      {now - at < 2 * dayMs ? (
        <span className={`muted ${classes["relativeTime"]}`}>{formatRelative(at, now)}</span>
      ) : undefined}
    </>
  );
}
