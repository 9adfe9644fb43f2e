/** The bars only; their meaning is described next to them. */
import { useElementSize } from "@mantine/hooks";
import type { ReactElement } from "react";
import type { Paint } from "../../ui/time-chart/paint.tsx";
import type { Bar } from "./draw-timeline.ts";

const height = 64;
/** Pixels. A partly read interval has a stripe of this height at its top. */
const unreadHeight = 5;

export interface TimelineBarsProps {
  readonly bars: readonly Bar[];
  readonly paint: Paint;
}

export function TimelineBars({ bars, paint }: TimelineBarsProps): ReactElement {
  const { ref, width } = useElementSize();
  const barWidth = width / Math.max(1, bars.length);
  return (
    <div ref={ref}>
      <svg aria-hidden="true" height={height} width="100%">
        {paint.defs}
        {bars.map(({ from, read, segments }, index) => (
          <g key={from}>
            {read === "read" ? undefined : (
              <rect
                height={read === "unread" ? height : unreadHeight}
                style={paint.fill("unread")}
                width={barWidth}
                x={index * barWidth}
              />
            )}
            {segments.map(({ severity, from: low, to }) => (
              <rect
                height={(to - low) * height}
                key={severity}
                style={paint.fill(severity)}
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
