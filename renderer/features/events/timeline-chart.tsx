/** Events over time by severity. Intervals that were not read are drawn as unknown; a bar links to its own interval. */
import { t } from "#shared/texts/text.ts";
import { type KeyboardEvent, type ReactElement, useId, useMemo, useRef, useState } from "react";
import type { Severity } from "#shared/contract/events/event-schemas.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type FillStyle, usePaint, tint } from "../../ui/time-chart/paint.tsx";
import { TimeChart } from "../../ui/time-chart/time-chart.tsx";
import { useNow } from "../../ui/use-now.ts";
import { narrowTo, severities, severityStyles, spanText } from "./events-request.ts";
import type { EventTimeline } from "./events-queries.ts";
import { TimelineBars } from "./timeline-bars.tsx";
import { type Bar, drawTimeline } from "./draw-timeline.ts";
import classes from "./timeline-chart.module.css";

export function TimelinePart(): ReactElement | undefined {
  const timeline = useFleetdesk((state) => dataOf(state.eventsChart)?.timeline);
  const setQuery = useFleetdesk((state) => state.setQuery);
  if (timeline === undefined) return <div className={classes["placeholder"]} />;
  return <TimelineChart onChoose={(bar) => setQuery(narrowTo(bar))} timeline={timeline} />;
}

export interface TimelineChartProps {
  readonly timeline: EventTimeline;
  readonly onChoose: (bar: Bar) => void;
}

export function TimelineChart({ timeline, onChoose }: TimelineChartProps): ReactElement {
  const { buckets } = timeline;
  const drawing = useMemo(() => drawTimeline(buckets), [buckets]);
  const now = useNow();
  const hint = useId();
  const paint = usePaint(barStyles);
  const [first, last] = [buckets[0], buckets.at(-1)];
  const present = severities.filter((one) => one !== "unknown" || buckets.some(({ counts }) => counts[one] > 0));
  return (
    <TimeChart
      caption={first === undefined || last === undefined ? "" : spanText({ from: first.from, until: last.until }, now)}
      className={classes["chart"]}
      label={t(($) => $.events.timeline.label)}
      legend={[
        ...present.map((name) => ({
          name,
          text: name === "unknown" ? t(($) => $.events.severityUnknown) : severityStyles[name].text,
        })),
        { name: "unread", text: t(($) => $.events.timeline.notLoaded) },
      ]}
      paint={paint}
      top={drawing.top}
    >
      <p className="visually-hidden" id={hint}>
        {t(($) => $.events.timeline.help, { summary: drawing.sentence })}
      </p>
      <div className={classes["area"]}>
        <TimelineBars bars={drawing.bars} paint={paint} />
        <BarButtons bars={drawing.bars} hint={hint} onChoose={onChoose} />
      </div>
    </TimeChart>
  );
}

const barStyles: Readonly<Record<Severity | "unread", FillStyle>> = {
  critical: {
    color: "var(--bad)",
    pattern: { kind: "stripes", ground: tint("var(--bad)", 45), every: 6, size: 4, turn: 45 },
  },
  warning: {
    color: "var(--wait)",
    pattern: { kind: "stripes", ground: tint("var(--wait)", 35), every: 5, size: 2, turn: 90 },
  },
  info: { color: tint("var(--muted)", 55) },
  unknown: { color: "var(--surface)", pattern: { kind: "dots", ground: "var(--unknown)", every: 5, size: 1.2 } },
  unread: {
    color: tint("var(--unknown)", 55, "var(--unknown-s)"),
    pattern: { kind: "stripes", ground: "var(--unknown-s)", every: 8, size: 1.5, turn: -45 },
  },
};

interface BarButtonsProps {
  readonly bars: readonly Bar[];
  readonly hint: string;
  readonly onChoose: (bar: Bar) => void;
}

/** One tab stop for all bars; arrow keys move between them. */
function BarButtons({ bars, hint, onChoose }: BarButtonsProps): ReactElement {
  const ref = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(bars.length - 1);
  const current = Math.max(0, Math.min(at, bars.length - 1));
  const handleKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: bars.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || to < 0 || to >= bars.length) return;
    event.preventDefault();
    setAt(to);
    ref.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    // The keys belong to the buttons inside.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as above
    <div
      aria-describedby={hint}
      aria-label={t(($) => $.events.timeline.bars)}
      className={classes["buttons"]}
      onKeyDown={handleKey}
      ref={ref}
      role="toolbar"
    >
      {bars.map((bar, index) => (
        <button
          aria-label={bar.sentence}
          key={bar.from}
          onClick={() => {
            setAt(index);
            onChoose(bar);
          }}
          tabIndex={index === current ? 0 : -1}
          title={bar.sentence}
          type="button"
        />
      ))}
    </div>
  );
}
