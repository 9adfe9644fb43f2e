/** Events over time by severity. What was not read is drawn as unknown; a bar leads to its own stretch of time. */
import { type KeyboardEvent, type ReactElement, useId, useMemo, useRef, useState } from "react";
import type { Severity } from "#contract/event-words.ts";
import { count } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { narrowTo, severities, severityLooks, spanWords } from "./events-model.ts";
import type { EventTimeline } from "./events-slice.ts";
import { TimelineBars } from "./timeline-bars.tsx";
import { type Bar, drawTimeline } from "./timeline-model.ts";
import classes from "./timeline-picture.module.css";

export function TimelinePart(): ReactElement | undefined {
  const timeline = useFleetdesk((state) => shown(state.eventsPicture)?.timeline);
  const refine = useFleetdesk((state) => state.refine);
  if (timeline === undefined) return <div className={classes["room"]} />;
  return <TimelinePicture onChoose={(bar) => refine(narrowTo(bar))} timeline={timeline} />;
}

export interface TimelinePictureProps {
  readonly timeline: EventTimeline;
  readonly onChoose: (bar: Bar) => void;
}

export function TimelinePicture({ timeline, onChoose }: TimelinePictureProps): ReactElement {
  const { buckets } = timeline;
  const drawing = useMemo(() => drawTimeline(buckets), [buckets]);
  const now = useNow();
  const hint = useId();
  const [first, last] = [buckets[0], buckets.at(-1)];
  const present = severities.filter((one) => one !== "unknown" || buckets.some(({ counts }) => counts[one] > 0));
  return (
    <figure aria-label="Events over time" className={classes["picture"]}>
      <figcaption>
        <span>
          {first === undefined || last === undefined ? "" : spanWords({ from: first.from, until: last.until }, now)}
        </span>
        {present.map((severity) => (
          <Legend key={severity} severity={severity} />
        ))}
        <span className={classes["legend"]}>
          <i aria-hidden="true" className={classes["is-unread"]} />
          not read
        </span>
        <span className={classes["top"]}>top: {count(drawing.top)}</span>
      </figcaption>
      <p className="visually-hidden" id={hint}>
        {drawing.sentence}. Arrow keys go from bar to bar, Enter narrows the time to one.
      </p>
      <div className={classes["area"]}>
        <TimelineBars bars={drawing.bars} />
        <BarButtons bars={drawing.bars} hint={hint} onChoose={onChoose} />
      </div>
    </figure>
  );
}

function Legend({ severity }: { readonly severity: Severity }): ReactElement {
  return (
    <span className={classes["legend"]}>
      <i aria-hidden="true" className={classes[`is-${severity}`]} />
      {severity === "unknown" ? "severity unknown" : severityLooks[severity].text}
    </span>
  );
}

interface BarButtonsProps {
  readonly bars: readonly Bar[];
  readonly hint: string;
  readonly onChoose: (bar: Bar) => void;
}

/** One stop of the Tab key for all of them; arrows go from one to the next. */
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
    // The keys belong to the buttons inside it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as above
    <div
      aria-describedby={hint}
      aria-label="Stretches of time"
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
