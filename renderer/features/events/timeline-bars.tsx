/** The bars themselves; what they mean is said beside them. */
import { useElementSize } from "@mantine/hooks";
import { type ReactElement, useId } from "react";
import type { Severity } from "#contract/event-words.ts";
import type { Bar } from "./timeline-model.ts";
import classes from "./timeline-picture.module.css";

const height = 64;
/** A partly read stretch has a strip at its top. */
const stripHeight = 5;

const filled: Readonly<Partial<Record<Severity, string>>> = { critical: "bad", warning: "wait", unknown: "unknown" };

export function TimelineBars({ bars }: { readonly bars: readonly Bar[] }): ReactElement {
  const id = useId();
  const { ref, width } = useElementSize();
  const barWidth = width / Math.max(1, bars.length);
  return (
    <div ref={ref}>
      <svg aria-hidden="true" height={height} width="100%">
        <Patterns id={id} />
        {bars.map(({ from, read, parts }, index) => (
          <g key={from}>
            {read === "read" ? undefined : (
              <rect
                className={classes["unread"]}
                fill={`url(#${id}-unread)`}
                height={read === "unread" ? height : stripHeight}
                width={barWidth}
                x={index * barWidth}
              />
            )}
            {parts.map(({ severity, from: low, to }) => (
              <rect
                className={classes[severity]}
                fill={filled[severity] === undefined ? undefined : `url(#${id}-${filled[severity]})`}
                height={(to - low) * height}
                key={severity}
                width={Math.max(1, barWidth - 2)}
                x={index * barWidth + 1}
                y={(1 - to) * height}
              />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

function Patterns({ id }: { readonly id: string }): ReactElement {
  return (
    <defs>
      <pattern height="6" id={`${id}-bad`} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="6">
        <rect className={classes["bad-ground"]} height="6" width="6" />
        <rect className={classes["bad-mark"]} height="6" width="4" />
      </pattern>
      <pattern height="5" id={`${id}-wait`} patternUnits="userSpaceOnUse" width="5">
        <rect className={classes["wait-ground"]} height="5" width="5" />
        <rect className={classes["wait-mark"]} height="2" width="5" />
      </pattern>
      <pattern height="5" id={`${id}-unknown`} patternUnits="userSpaceOnUse" width="5">
        <rect className={classes["unknown-ground"]} height="5" width="5" />
        <circle className={classes["unknown-dot"]} cx="2.5" cy="2.5" r="1.2" />
      </pattern>
      <pattern height="8" id={`${id}-unread`} patternTransform="rotate(-45)" patternUnits="userSpaceOnUse" width="8">
        <rect className={classes["unread-ground"]} height="8" width="8" />
        <rect className={classes["unread-mark"]} height="8" width="1.5" />
      </pattern>
    </defs>
  );
}
