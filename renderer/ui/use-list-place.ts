/** Tracks the position in a list (active row and scroll offset) and reports it to an owner that outlives the list. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ListPlace } from "../lib/list-place.ts";

export interface ActiveRow {
  readonly active: number;
  readonly setActive: (active: number) => void;
}

export function useListPlace(
  scroller: RefObject<HTMLElement | null>,
  start: ListPlace,
  onPlace: (place: ListPlace) => void,
): ActiveRow {
  const [active, setOwn] = useState(start.active);
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
  const setActive = useCallback((next: number) => {
    place.current = { ...place.current, active: next };
    setOwn(next);
    notifyPlace.current(place.current);
  }, []);
  return { active, setActive };
}
