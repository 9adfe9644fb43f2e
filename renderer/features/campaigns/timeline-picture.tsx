/** Counts over time: what was accepted, refused and unknown as areas one upon the other, what was delivered as a line. */
import { type ReactElement, useId, useMemo } from "react";
import { count, when } from "../../lib/format.ts";
import classes from "./campaigns.module.css";
import { areaPath, drawTimeline, linePath, type TimePoint } from "./timeline-model.ts";

const width = 1000;
const height = 130;

export function TimelinePicture({ points }: { readonly points: readonly TimePoint[] }): ReactElement {
  const pattern = useId();
  const drawing = useMemo(() => drawTimeline(points), [points]);
  const last = points.at(-1);
  if (drawing === undefined || last === undefined) {
    return <p className="muted">Drawn as soon as something has happened.</p>;
  }
  const { edges, delivered, from, until, top } = drawing;
  const said =
    `From ${when(from, until)} to ${when(until, until)}: ${count(last.counts.accepted)} accepted, ${count(last.counts.refused)} ` +
    `refused, ${count(last.counts.unknown)} being checked of ${count(top)}; ${count(last.delivery["delivered"] ?? 0)} delivered.`;
  return (
    <figure className={classes["picture"]}>
      <svg aria-label={said} preserveAspectRatio="none" role="img" viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <pattern height="6" id={pattern} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="6">
            <rect className={classes["hatch"]} height="6" width="3" />
          </pattern>
        </defs>
        <path className={classes["area-accepted"]} d={areaPath(edges.accepted, undefined, width, height)} />
        <path className={classes["area-unknown"]} d={areaPath(edges.unknown, edges.accepted, width, height)} />
        <path d={areaPath(edges.refused, edges.unknown, width, height)} fill={`url(#${pattern})`} />
        <path className={classes["line-delivered"]} d={linePath(delivered, width, height)} />
      </svg>
      <figcaption className="muted">
        <span>{when(from, until)}</span>
        <span>accepted (area), being checked (violet), refused (hatched), delivered (line) of {count(top)}</span>
        <span>{when(until, until)}</span>
      </figcaption>
    </figure>
  );
}
