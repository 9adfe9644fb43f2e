/** Counts with long labels as horizontal bars, most first; the list is its own table. */
import type { ReactElement } from "react";
import { formatNumber, formatPercent } from "#shared/format.ts";
import type { FillStyle } from "../../lib/chart-data.ts";
import classes from "./bar-list.module.css";
import { usePaint } from "./paint.tsx";

interface BarListItem {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly style: FillStyle;
  /** The rows behind the count. */
  readonly href?: string;
}

export interface BarListProps {
  readonly title: string;
  readonly items: readonly BarListItem[];
  readonly empty: string;
}

export function BarList({ title, items, empty }: BarListProps): ReactElement {
  const paint = usePaint(Object.fromEntries(items.map(({ id, style }) => [id, style])));
  const total = items.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <figure className={classes["figure"]}>
      <figcaption>{title}</figcaption>
      <svg aria-hidden="true" className="visually-hidden" height="0" width="0">
        {paint.defs}
      </svg>
      {items.length === 0 ? (
        <p className={classes["empty"]}>{empty}</p>
      ) : (
        <ul aria-label={title} className={classes["list"]}>
          {items.map(({ id, label, count, href }) => (
            <li key={id}>
              <span className={classes["label"]} title={label}>
                {href === undefined ? label : <a href={href}>{label}</a>}
              </span>
              <b>{formatNumber(count)}</b>
              <span className={classes["share"]}>{formatPercent(Math.round((count / total) * 1000) / 1000)}</span>
              <svg aria-hidden="true" height="6" width="100%">
                <rect height="6" rx="3" style={paint.fill(id)} width={`${(count / most) * 100}%`} />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
