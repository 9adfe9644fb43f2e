/** Which rows are in sight, and the ways to move: wheel, scroll bar, jumps. TanStack Virtual counts blocks of rows, not rows. */
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { boundedOffset, offsetAt, offsetShowing, positionAt, type ScrollSpace, scrollSpace } from "./scroll-space.ts";

/** Rows in a block: few enough to draw in a frame, many enough that a million rows are 62,500 of them. */
export const rowsPerBlock = 16;

export interface RowBlocksInput {
  readonly rows: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  /** Where to begin, in pixels of the rows. */
  readonly initialOffset: number;
  /** Told after each movement, not more than once a frame. */
  readonly onMoved: (offset: number, first: number, last: number) => void;
}

export interface RowBlocks {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Holds the blocks; moved by this hook alone. */
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly space: ScrollSpace;
  readonly blocks: readonly VirtualItem[];
  /** Where the first block begins; blocks are placed from here. */
  readonly origin: number;
  readonly rowsSeen: number;
  readonly offset: () => number;
  readonly scrollTo: (offset: number) => void;
  readonly show: (row: number) => void;
}

interface Place {
  /** Pixels of the rows above what is seen: the truth, of which the scroll bar is a picture. */
  offset: number;
  /** Position that was given to the scroll bar last; what differs from it was done by a person. */
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

  // oxlint-disable-next-line react/incompatible-library -- what it returns is read in the same drawing, and nothing here is compiled
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
      // Never "scrolling": the library would read the layout to judge what only the scaled range knows.
      report.current = (offset) => notify(offset, false);
      report.current(place.current.offset);
      return () => (report.current = undefined);
    },
    // The scroll bar is moved here, where its range is known.
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
      // Without scaling the browser may keep whole pixels only: what it shows is the truth.
      if (!space.scaled) place.current.offset = place.current.position;
      applyPosition();
    },
    [applyPosition],
  );

  // A changed range (rows came or went, the window was resized) keeps the rows in place, not the scroll bar.
  useLayoutEffect(() => {
    latest.current = { space, rowHeight, onMoved, origin };
    if (space.seen > 0 && space.height > 0) moveTo(place.current.offset);
  }, [space, rowHeight, moveTo]); // oxlint-disable-line react/exhaustive-deps -- the others are only kept below
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
