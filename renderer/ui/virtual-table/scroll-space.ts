/**
 * Where rows are in a scroll range that a browser can lay out.
 *
 * Browsers give up beyond some 16 to 33 million pixels. A list that is taller gets a scroll range of `tallest`, and the position in it
 * stands for a share of the list; wheel and keys then move the list itself by whole pixels (`offset`) and the scroll bar follows.
 */

/** Tallest range that is asked of the browser, also when zoomed. */
const tallest = 8_000_000;

export interface ScrollSpace {
  /** Height of all rows in pixels. */
  readonly height: number;
  /** Height of what scrolls. */
  readonly range: number;
  /** Height of what is seen. */
  readonly seen: number;
  /** The range is shorter than the rows. */
  readonly scaled: boolean;
}

export function scrollSpace(rows: number, rowHeight: number, seen: number): ScrollSpace {
  const height = rows * rowHeight;
  return { height, range: Math.min(height, tallest), seen, scaled: height > tallest };
}

/** Largest offset into the rows. */
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

/** The offset that shows a row whole, moving as little as it takes. */
export function offsetShowing(space: ScrollSpace, offset: number, row: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < offset) return boundedOffset(space, top);
  if (top + rowHeight > offset + space.seen) return boundedOffset(space, top + rowHeight - space.seen);
  return offset;
}
