/**
 * Maps row offsets to a scroll range that browsers can lay out.
 *
 * Browsers fail beyond about 16 to 33 million pixels. A taller list gets a scroll range of `tallest`, in which the scroll position is
 * proportional to the position in the list; wheel and keys then move the list itself by whole pixels (`offset`) and the scroll bar
 * follows.
 */

/** Maximum scroll range in pixels, safe under zoom as well. */
const maxRangePx = 8_000_000;

export interface ScrollSpace {
  /** Height of all rows in pixels. */
  readonly height: number;
  /** Height of the scroll range in pixels. */
  readonly range: number;
  /** Height of the viewport in pixels. */
  readonly seen: number;
  /** The scroll range is shorter than the rows. */
  readonly scaled: boolean;
}

export function scrollSpace(rows: number, rowHeight: number, seen: number): ScrollSpace {
  const height = rows * rowHeight;
  return { height, range: Math.min(height, maxRangePx), seen, scaled: height > maxRangePx };
}

/** Maximum offset into the rows. */
export function lastOffset({ height, seen }: ScrollSpace): number {
  return Math.max(0, height - seen);
}

export function boundedOffset(space: ScrollSpace, offset: number): number {
  return Math.min(lastOffset(space), Math.max(0, offset));
}

/** Offset into the rows for a position of the scroll bar. */
export function offsetAt(space: ScrollSpace, position: number): number {
  if (!space.scaled) return boundedOffset(space, position);
  return boundedOffset(space, position * (lastOffset(space) / Math.max(1, space.range - space.seen)));
}

/** Position of the scroll bar for an offset into the rows. */
export function positionAt(space: ScrollSpace, offset: number): number {
  if (!space.scaled) return boundedOffset(space, offset);
  return boundedOffset(space, offset) * ((space.range - space.seen) / Math.max(1, lastOffset(space)));
}

/** The offset at which a row is fully visible, with minimal movement. */
export function offsetShowing(space: ScrollSpace, offset: number, row: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < offset) return boundedOffset(space, top);
  if (top + rowHeight > offset + space.seen) return boundedOffset(space, top + rowHeight - space.seen);
  return offset;
}
