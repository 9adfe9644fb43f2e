/** Escape leads back to the record that a link led from, else closes the detail; the keyboard goes back to the list beside it. */
import { useCallback } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { focusList, useEscape } from "../../ui/use-escape.ts";
import { stepTo } from "./trail-slice.ts";

/** Returns what the close button does. */
export function useCloseOnEscape(): () => void {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const forgetTrail = useFleetdesk((state) => state.forgetTrail);
  const close = useCallback(() => {
    forgetTrail();
    setQuery({ open: undefined, tab: undefined });
    focusList();
  }, [forgetTrail, setQuery]);
  const leave = useCallback(() => {
    const { trail, address } = useFleetdesk.getState();
    if (stepTo(trail, address.query["open"] ?? "") === undefined) close();
    else window.history.back();
  }, [close]);
  useEscape(leave);
  return close;
}
