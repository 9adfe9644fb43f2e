/** A bar of parts, distinguished by colour and pattern; screen readers get the counts. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Share } from "./campaign-counts.ts";
import classes from "./campaigns.module.css";

interface ShareBarProps {
  readonly label: string;
  readonly shares: readonly Share[];
  readonly height?: number;
  /** At least the sum of the shares, the default. */
  readonly whole?: number;
}

export function ShareBar({ label, shares, height = 12, whole = 0 }: ShareBarProps): ReactElement {
  const all = Math.max(
    whole,
    shares.reduce((sum, share) => sum + share.count, 0),
  );
  const fragments = shares.flatMap((share) =>
    share.count > 0 ? [t(($) => $.campaigns.counts.part, { value: share.count, label: share.text })] : [],
  );
  return (
    <div
      aria-label={
        fragments.length === 0
          ? t(($) => $.campaigns.counts.noData, { label })
          : t(($) => $.campaigns.counts.segments, { label, parts: fragments.join(", ") })
      }
      className={classes["bar"]}
      role="img"
      style={{ height }}
    >
      {shares.map(({ id, count: many, tone }) =>
        many === 0 ? undefined : (
          <i className={classes[`part-${tone}`]} data-part={id} key={id} style={{ width: `${(many / all) * 100}%` }} />
        ),
      )}
    </div>
  );
}
