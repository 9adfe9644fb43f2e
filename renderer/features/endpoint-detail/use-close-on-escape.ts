/** Escape leads back to the record that a link led from, else closes the detail; the keyboard goes back to the list beside it. */
import { useCallback } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { focusList, useEscape } from "../../ui/use-escape.ts";
import { stepTo } from "./trail-slice.ts";

/** Returns what the close button does. */
export function useCloseOnEscape(): () => void {
  const refine = useFleetdesk((state) => state.refine);
  const forgetTrail = useFleetdesk((state) => state.forgetTrail);
  const close = useCallback(() => {
    forgetTrail();
    refine({ open: undefined, tab: undefined });
    focusList();
  }, [forgetTrail, refine]);
  const leave = useCallback(() => {
    const { trail, address } = useFleetdesk.getState();
    if (stepTo(trail, address.query["open"] ?? "") === undefined) close();
    else window.history.back();
  }, [close]);
  useEscape(leave);
  return close;
}
