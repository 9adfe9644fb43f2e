/**
 * A virtualised list of rows with known heights and keyboard navigation. Focus stays on the list and one row is active, so that
 * rows can be mounted and unmounted.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { ListPlace } from "../lib/list-place.ts";
import { endKey, gridAction, type KeyPress, rowAfter } from "../lib/grid-keys.ts";
import { followRow, type RowPlace } from "../lib/row-place.ts";
import { ContextMenu, type MenuPlace } from "./context-menu.tsx";
import classes from "./row-list.module.css";
import { useRowMenu } from "./use-row-menu.ts";

type RowKey = string | number;

export interface RowListProps<T> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly rows: readonly T[];
  /** Total number of rows if not all are loaded. */
  readonly total?: number;
  readonly heightOf: (row: T) => number;
  readonly keyOf: (row: T) => RowKey;
  /** Column titles, one per column of `template`. */
  readonly head: readonly string[];
  /** The cells of a row, one per column: elements with the role `gridcell`. */
  readonly renderCells: (row: T) => ReactNode;
  /** Value of `grid-template-columns`. */
  readonly template: string;
  readonly onOpen: (row: T) => void;
  /** Whether the row's detail is open. */
  readonly isMarked?: (row: T) => boolean;
  /** Initial position, read on mount. Another list must have another `key`. */
  readonly place: ListPlace;
  /** Called when the active row changes, when the list leaves or reaches its top, and on unmount. */
  readonly onPlace: (place: ListPlace) => void;
  /** Called when the visible range changes, to load more rows or their names. */
  readonly onVisibleRange?: (first: number, last: number) => void;
  /** Id of the element. */
  readonly id?: string;
  /** Above the list, for the active row. */
  readonly renderToolbar?: (row: T | undefined) => ReactNode;
  /** The items of a row's context menu. */
  readonly renderMenu?: (row: T) => ReactNode;
  /** A key that the list itself does not handle; true if it acted on the active row. */
  readonly onRowKey?: (press: KeyPress, row: T | undefined) => boolean;
}

const headPx = 30;

export function RowList<T>(props: RowListProps<T>): ReactElement {
  const { rows, heightOf, keyOf, onVisibleRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const ownId = useId();
  const id = props.id ?? ownId;
  const { active, setActive } = useListPlace(scroller, props);
  const activeRow = rows[active];
  const [menu, setMenu] = useRowMenu<MenuPlace & { readonly row: RowKey }>(valueAt(rows, active, keyOf));
  // oxlint-disable-next-line react/incompatible-library -- the result is not passed to memoized components
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => valueAt(rows, index, heightOf) ?? 28,
    getItemKey: (index) => valueAt(rows, index, keyOf) ?? index,
    initialOffset: props.place.offset,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    overscan: 8,
  });
  // Row sizes are computed, not measured, so they are reset when the rows change.
  useEffect(() => virtual.measure(), [virtual, rows, heightOf]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index, items.at(-1)?.index];
  // Called only when the range or the rows change: a failed request for more is not repeated by every render.
  const reportRange = useRef(onVisibleRange);
  useEffect(() => {
    reportRange.current = onVisibleRange;
  }, [onVisibleRange]);
  useEffect(() => {
    if (first !== undefined && last !== undefined) reportRange.current?.(first, last);
  }, [first, last, rows]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const action = gridAction(event);
    if (action === undefined && props.onRowKey?.(event, activeRow) === true) return endKey(event);
    if (action?.kind === "menu" && props.renderMenu !== undefined) {
      event.preventDefault();
      if (activeRow === undefined) return;
      // The menu opens at the row.
      virtual.scrollToIndex(active, { align: "auto" });
      const element = document.querySelector(`[id="${id}-${active}"]`) ?? event.currentTarget;
      const { left, bottom } = element.getBoundingClientRect();
      return setMenu({ x: left + 48, y: bottom, row: keyOf(activeRow) });
    }
    if (action?.kind === "open" && activeRow !== undefined) {
      event.preventDefault();
      props.onOpen(activeRow);
    }
    if (action?.kind !== "row") return;
    const seenPx = event.currentTarget.clientHeight - headPx;
    const next = rowAfter(active, action.to, rows.length, Math.floor(seenPx / (items[0]?.size ?? 28)));
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  const { renderMenu } = props;
  return (
    <>
      {props.renderToolbar?.(activeRow)}
      <div
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${active}`}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        className={classes["list"]}
        data-pane-focus
        onKeyDown={handleKey}
        ref={scroller}
        role="grid"
        style={{ "--columns": props.template } as CSSProperties}
        tabIndex={0}
      >
        <HeadRow titles={props.head} />
        <div className={classes["rows"]} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => {
            const row = rows[index];
            if (row === undefined) return undefined;
            const open = (event: MouseEvent): void => {
              setActive(index);
              if (event.target instanceof Element && event.target.closest("a, button") !== null) return;
              props.onOpen(row);
            };
            return (
              // Keyboard users reach every row through the focused list.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
              <div
                aria-rowindex={index + 2}
                aria-selected={props.isMarked?.(row) === true}
                className={classes["row"]}
                data-active={index === active || undefined}
                id={`${id}-${index}`}
                key={key}
                onClick={open}
                onContextMenu={(event) => {
                  if (renderMenu === undefined) return;
                  event.preventDefault();
                  setActive(index);
                  setMenu({ x: event.clientX, y: event.clientY, row: keyOf(row) });
                }}
                role="row"
                style={{ height: size, transform: `translateY(${start - headPx}px)` }}
              >
                {props.renderCells(row)}
              </div>
            );
          })}
        </div>
      </div>
      {renderMenu === undefined ? undefined : (
        <ContextMenu at={menu} onClose={() => setMenu(undefined)}>
          {() => (activeRow === undefined ? undefined : renderMenu(activeRow))}
        </ContextMenu>
      )}
    </>
  );
}

function HeadRow({ titles }: { readonly titles: readonly string[] }): ReactElement {
  return (
    <div aria-rowindex={1} className={classes["head"]} role="row">
      {titles.map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
    </div>
  );
}

function valueAt<T, R>(rows: readonly T[], index: number, read: (row: T) => R): R | undefined {
  const row = rows[index];
  return row === undefined ? undefined : read(row);
}

interface ActiveRow {
  readonly active: number;
  readonly setActive: (active: number) => void;
}

/** Tracks the position in a list (active row and scroll offset) and reports it to an owner that outlives the list. */
function useListPlace<T>(
  scroller: RefObject<HTMLElement | null>,
  { place: start, onPlace, rows, keyOf }: RowListProps<T>,
): ActiveRow {
  const [saved, setSaved] = useState<RowPlace<RowKey>>({ row: start.active, id: start.key });
  // Without an id no row was made active: the place is the top of the list, where new rows are inserted.
  const followed = saved.id === undefined ? saved : followRow(saved, rows, keyOf);
  if (followed !== saved) setSaved(followed);
  const place = useRef(start);
  const notifyPlace = useRef(onPlace);
  useEffect(() => {
    notifyPlace.current = onPlace;
  }, [onPlace]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = (): void => {
      if (element.clientHeight === 0) return;
      const before = place.current.offset;
      place.current = { ...place.current, offset: element.scrollTop };
      // Whether a list is at its top decides if new rows may be inserted.
      if ((before === 0) !== (element.scrollTop === 0)) notifyPlace.current(place.current);
    };
    // A hidden pane (next to a detail in a narrow window) loses its scroll offset.
    const resizeObserver = new ResizeObserver(() => {
      if (element.clientHeight > 0 && element.scrollTop === 0) element.scrollTop = place.current.offset;
    });
    element.addEventListener("scroll", follow, { passive: true });
    resizeObserver.observe(element);
    return () => {
      element.removeEventListener("scroll", follow);
      resizeObserver.disconnect();
      notifyPlace.current(place.current);
    };
  }, [scroller]);
  const reportActive = useCallback(({ row, id }: RowPlace<RowKey>): void => {
    if (place.current.active === row && place.current.key === id) return;
    place.current = { ...place.current, active: row, key: id };
    notifyPlace.current(place.current);
  }, []);
  useEffect(() => reportActive(followed), [followed, reportActive]);
  const setActive = (row: number): void => {
    const next = { row, id: valueAt(rows, row, keyOf) };
    setSaved(next);
    // At once: opening the row may unmount the list before its effects run.
    reportActive(next);
  };
  return { active: Math.max(0, Math.min(followed.row, rows.length - 1)), setActive };
}
