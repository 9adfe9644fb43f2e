/** Records the position in a detail when a link is followed, and restores it on return. */
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { formatAddress, parseAddress } from "../../../lib/address.ts";
import { nameOf, type RecordKey } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import type { TrailStep } from "./trail-slice.ts";
import type { OpenRecord } from "./use-record.ts";

export interface Trail {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Capture handler for clicks anywhere in the detail, called before the link navigates. */
  readonly onLeave: (event: MouseEvent) => void;
}

/** Tracks one record from when it is opened. The scroll position is restored once its content is complete. */
export function useTrail(of: RecordKey, open: OpenRecord | undefined, linksLoaded: boolean): Trail {
  const whole = open !== undefined && linksLoaded;
  const ref = useRef<HTMLDivElement>(null);
  const back = useRef<TrailStep | undefined>(undefined);
  const leaveDetail = useFleetdesk((state) => state.leaveDetail);
  const returnToDetail = useFleetdesk((state) => state.returnToDetail);
  useEffect(() => {
    back.current = returnToDetail(formatAddress(useFleetdesk.getState().address));
  }, [returnToDetail]);
  useEffect(() => {
    const step = back.current;
    if (step === undefined || !whole || ref.current === null) return;
    back.current = undefined;
    const link = [...ref.current.querySelectorAll("a")].find((one) => one.getAttribute("href") === step.href);
    link?.focus({ preventScroll: true });
    paneOf(ref.current)?.scrollTo({ top: step.scroll });
  }, [whole]);
  const onLeave = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const href = link?.getAttribute("href");
    if (typeof href !== "string" || ref.current === null) return;
    const { address } = useFleetdesk.getState();
    const name = open === undefined ? undefined : nameOf(of.collection, open.record);
    leaveDetail({
      from: formatAddress(address),
      to: parseAddress(href).query["open"],
      name: name ?? of.id,
      scroll: paneOf(ref.current)?.scrollTop ?? 0,
      href,
    });
  };
  return { ref, onLeave };
}

/** The scroll container of the detail. */
function paneOf(element: HTMLElement): HTMLElement | null {
  return element.parentElement;
}
