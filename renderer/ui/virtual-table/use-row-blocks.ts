/** Visible rows, and scrolling by wheel, scroll bar and jumps. TanStack Virtual virtualises blocks of rows instead of single rows. */
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

/** Rows per block: few enough to render in a frame; a million rows are 62,500 blocks. */
export const rowsPerBlock = 16;

export interface RowBlocksInput {
  readonly rows: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  /** Initial offset in pixels. */
  readonly initialOffset: number;
  /** Called after scrolling, at most once per frame. */
  readonly onMoved: (offset: number, first: number, last: number) => void;
}

export interface RowBlocks {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Contains the blocks; only this hook moves it. */
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly space: ScrollSpace;
  readonly blocks: readonly VirtualItem[];
  /** Index of the first block; blocks are positioned relative to it. */
  readonly origin: number;
  readonly rowsSeen: number;
  readonly offset: () => number;
  readonly scrollTo: (offset: number) => void;
  readonly show: (row: number) => void;
}

interface Place {
  /** Offset into the rows in pixels: the source of truth, from which the scroll bar's position is derived. */
  offset: number;
  /** The scroll bar position last set by code; any other position was set by the user. */
  position: number;
}

export function useRowBlocks(input: RowBlocksInput): RowBlocks {
  const { rows, rowHeight, headerHeight, initialOffset, onMoved } = input;
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(0);
  const space = useMemo(() => scrollSpace(rows, rowHeight, seen), [rows, rowHeight, seen]);
  const place = useRef<Place>({ offset: initialOffset, position: 0 });
  const report = useRef<((offset: number) => void) | undefined>(undefined);
  const latest = useRef({ space, rowHeight, onMoved, origin: 0 });

  // oxlint-disable-next-line react/incompatible-library -- the result is read in the same render, and this code is not compiled
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: Math.ceil(rows / rowsPerBlock),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight * rowsPerBlock,
    overscan: 1,
    useFlushSync: false,
    initialOffset,
    initialRect: { width: 0, height: seen },
    observeElementRect: (_instance, notify) =>
      observeHeight(scroller.current, headerHeight, (height) => {
        setSeen(height);
        notify({ width: 0, height });
      }),
    observeElementOffset: (_instance, notify) => {
      // Never reports "scrolling": the library would read the layout to determine what only the scaled range knows.
      report.current = (offset) => notify(offset, false);
      report.current(place.current.offset);
      return () => (report.current = undefined);
    },
    // This hook moves the scroll bar itself, since it knows the range.
    scrollToFn: () => undefined,
  });
  const { measure } = virtualizer;
  useLayoutEffect(() => measure(), [measure, rowHeight]);
  const blocks = virtualizer.getVirtualItems();
  const origin = blocks[0]?.start ?? 0;

  const applyPosition = useCallback((): void => {
    const { offset, position } = place.current;
    const { space, rowHeight, onMoved, origin } = latest.current;
    if (layer.current !== null) layer.current.style.transform = `translateY(${origin + position - offset}px)`;
    report.current?.(offset);
    const first = Math.floor(offset / rowHeight);
    onMoved(offset, first, Math.ceil((offset + space.seen) / rowHeight));
  }, []);

  const moveTo = useCallback(
    (offset: number): void => {
      const element = scroller.current;
      const { space } = latest.current;
      if (element === null) return;
      const next = boundedOffset(space, offset);
      element.scrollTop = positionAt(space, next);
      place.current = { offset: next, position: element.scrollTop };
      // Without scaling, the browser may round to whole pixels, so its position is used.
      if (!space.scaled) place.current.offset = place.current.position;
      applyPosition();
    },
    [applyPosition],
  );

  // When the range changes (rows added or removed, window resized), the rows stay in place rather than the scroll bar.
  useLayoutEffect(() => {
    latest.current = { space, rowHeight, onMoved, origin };
    if (space.seen > 0 && space.height > 0) moveTo(place.current.offset);
  }, [space, rowHeight, moveTo]); // oxlint-disable-line react/exhaustive-deps -- the others are only stored below
  useLayoutEffect(() => {
    latest.current = { space, rowHeight, onMoved, origin };
    const { offset, position } = place.current;
    if (layer.current !== null) layer.current.style.transform = `translateY(${origin + position - offset}px)`;
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const byBar = (): void => {
      const position = element.scrollTop;
      if (Math.abs(position - place.current.position) < 1) return;
      place.current = { offset: offsetAt(latest.current.space, position), position };
      applyPosition();
    };
    const byWheel = (event: WheelEvent): void => {
      const { space, rowHeight } = latest.current;
      if (!space.scaled || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      element.scrollLeft += event.deltaX;
      moveTo(place.current.offset + event.deltaY * (event.deltaMode === event.DOM_DELTA_LINE ? rowHeight : 1));
    };
    element.addEventListener("scroll", byBar, { passive: true });
    element.addEventListener("wheel", byWheel, { passive: false });
    return () => {
      element.removeEventListener("scroll", byBar);
      element.removeEventListener("wheel", byWheel);
    };
  }, [moveTo, applyPosition]);

  const show = useCallback(
    (row: number) => {
      const { space, rowHeight } = latest.current;
      const next = offsetShowing(space, place.current.offset, row, rowHeight);
      if (next !== place.current.offset) moveTo(next);
    },
    [moveTo],
  );
  const offset = useCallback(() => place.current.offset, []);
  const rowsSeen = Math.max(1, Math.floor(seen / rowHeight));
  return { scroller, layer, space, blocks, origin, rowsSeen, offset, scrollTo: moveTo, show };
}

function observeHeight(
  element: HTMLElement | null,
  headerHeight: number,
  onHeight: (height: number) => void,
): (() => void) | undefined {
  if (element === null) return undefined;
  const measure = (): void => onHeight(Math.max(0, element.clientHeight - headerHeight));
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

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
