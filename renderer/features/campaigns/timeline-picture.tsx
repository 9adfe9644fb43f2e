/** Counts over time: above what the service said, below what was delivered of it, on one axis of time. */
import { useElementSize } from "@mantine/hooks";
import { type ReactElement, useId, useMemo } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { count, exactly, when } from "../../lib/format.ts";
import { useNow } from "../../ui/use-now.ts";
import { audienceSize } from "./campaign-model.ts";
import classes from "./timeline-picture.module.css";
import {
  areaPath,
  type Band,
  deliveryBands,
  drawBands,
  outcomeBands,
  type TimePoint,
  withPresent,
} from "./timeline-model.ts";

export interface TimelinePictureProps {
  readonly points: readonly TimePoint[];
  readonly status: CampaignStatus;
}

export function TimelinePicture({ points, status }: TimelinePictureProps): ReactElement {
  const now = useNow(2000);
  const { counts, startedAt } = status;
  const shown = useMemo(() => withPresent(points, status, now), [points, status, now]);
  if (startedAt === undefined) return <p className="muted">Drawn as soon as it has been started.</p>;
  return (
    <div className={classes["pictures"]}>
      <Bands bands={outcomeBands} height={88} name="What the service said" points={shown} top={audienceSize(counts)} />
      <Bands bands={deliveryBands} height={88} name="What was delivered" points={shown} top={counts.accepted} />
    </div>
  );
}

interface BandsProps {
  readonly name: string;
  readonly bands: readonly Band[];
  readonly points: readonly TimePoint[];
  readonly top: number;
  readonly height: number;
}

function Bands({ name, bands, points, top, height }: BandsProps): ReactElement {
  const id = useId();
  const { ref, width } = useElementSize();
  const drawing = useMemo(() => drawBands(points, bands, top), [points, bands, top]);
  const said = drawing?.areas.map(({ count: many, text }) => `${count(many)} ${text}`).join(", ");
  const about =
    drawing === undefined || said === undefined
      ? `${name} over time: nothing yet`
      : `${name} from ${exactly(drawing.from)} to ${exactly(drawing.until)}: in the end ${said}, of ${count(drawing.top)}`;
  return (
    <figure className={classes["picture"]} ref={ref}>
      <figcaption>
        <span>{name}</span>
        {drawing?.areas.map(({ id: band, text, count: many }) => (
          <span className={classes["legend"]} key={band}>
            <i aria-hidden="true" className={classes[`is-${band}`]} />
            {text} <b>{count(many)}</b>
          </span>
        ))}
        <span className={classes["top"]}>top: {count(Math.max(top, 0))}</span>
      </figcaption>
      <svg aria-label={about} height={height} role="img" width="100%">
        <Patterns id={id} />
        {drawing?.areas.map((area) => (
          <path
            className={classes[area.id]}
            d={areaPath(area, width, height)}
            fill={filled[area.id] === undefined ? undefined : `url(#${id}-${filled[area.id]})`}
            key={area.id}
          />
        ))}
      </svg>
      {drawing === undefined ? undefined : (
        <div className={classes["axis"]}>
          <span>{clock(drawing.from, drawing.until)}</span>
          <span>{clock(drawing.until, drawing.until)}</span>
        </div>
      )}
    </figure>
  );
}

/** Areas that are told apart by a pattern too. */
const filled: Readonly<Record<string, string>> = {
  refused: "bad",
  failed: "bad",
  unknown: "unknown",
  buffered: "wait",
};

function Patterns({ id }: { readonly id: string }): ReactElement {
  return (
    <defs>
      <pattern height="6" id={`${id}-bad`} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="6">
        <rect className={classes["bad-ground"]} height="6" width="6" />
        <rect className={classes["bad-mark"]} height="6" width="3" />
      </pattern>
      <pattern height="5" id={`${id}-wait`} patternUnits="userSpaceOnUse" width="5">
        <rect className={classes["wait-ground"]} height="5" width="5" />
        <rect className={classes["wait-mark"]} height="5" width="2" />
      </pattern>
      <pattern height="6" id={`${id}-unknown`} patternUnits="userSpaceOnUse" width="6">
        <rect className={classes["unknown-ground"]} height="6" width="6" />
        <circle className={classes["unknown-mark"]} cx="3" cy="3" r="1.2" />
      </pattern>
    </defs>
  );
}

/** To the second where the picture is short. */
function clock(at: number, until: number): string {
  return until - at < 600_000 ? (exactly(at).split(", ").at(-1) ?? "") : when(at, until);
}
